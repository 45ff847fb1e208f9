def heappush(heap, x):
    heap.append(x)
    i = len(heap) - 1
    while i and heap[i] < heap[(i - 1) // 2]:
        heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
        i = (i - 1) // 2


def _sink(heap, i):
    n = len(heap)
    while True:
        child = 2 * i + 1
        if child >= n:
            return
        if child + 1 < n and heap[child + 1] < heap[child]:
            child += 1
        if not heap[child] < heap[i]:
            return
        heap[i], heap[child] = heap[child], heap[i]
        i = child


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return first


def heapify(heap):
    for i in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, i)


def heappushpop(heap, x):
    if heap and heap[0] < x:
        x, heap[0] = heap[0], x
        _sink(heap, 0)
    return x


def nlargest(n, it, key=None):
    return sorted(it, key=key, reverse=True)[:n]


def nsmallest(n, it, key=None):
    return sorted(it, key=key)[:n]
