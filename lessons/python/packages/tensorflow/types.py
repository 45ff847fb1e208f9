# tf.types.experimental: the protocol by which a class says which objects of it share a trace. Source: tensorflow/python/types/trace.py.


class experimental:
    class TraceType:
        def __ne__(self, other):
            return not self == other

    class SupportsTracingProtocol:
        pass

    class TracingContext:
        pass

    class ConcreteFunction:
        pass

    class GenericFunction:
        pass
