#include "tests/recording/sample_recording.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "lessons/recording/writer.h"

namespace tapedeck {

namespace {

using Dims = std::vector<int64_t>;
const Dims kScalar{}, kOne{1}, kOneByOne{1, 1}, kThree{3}, kThreeByOne{3, 1};

constexpr const char* kProgram =
    "import tensorflow as tf\n"
    "\n"
    "w = tf.Variable([[0.5]])\n"
    "b = tf.Variable([0.0])\n"
    "opt = tf.keras.optimizers.SGD(0.1)\n"
    "x = tf.constant([[1.], [2.], [3.]])\n"
    "y = tf.constant([[2.], [4.], [6.]])\n"
    "\n"
    "for step in range(5):\n"
    "    with tf.GradientTape() as tape:\n"
    "        predictions = tf.matmul(x, w) + b\n"
    "        loss = tf.reduce_mean(\n"
    "            tf.square(predictions - y))\n"
    "    gradients = tape.gradient(loss, [w, b])\n"
    "    opt.apply_gradients(zip(gradients, [w, b]))\n"
    "    w.assign(tf.clip_by_value(w, 0.0, 10.0))\n"
    "    print(step, float(loss), w.numpy(), b.numpy())\n";

/// The shortest text that reads back as the same float, as NumPy prints it.
std::string shortest(float value, bool array) {
    char text[32];
    for (int digits = 1; digits <= 9; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        if (std::strtof(text, nullptr) == value) break;
    }
    std::string s = text;
    if (s.find_first_of(".e") == std::string::npos) s += array ? "." : ".0";
    return s;
}

/// The writer, with the ops that the sample applies.
class Sample {
public:
    explicit Sample(const char* program) : out(begun(program)) {}

    uint32_t scalar(float v) { return out.tensor(ValueType::float32, kScalar, &v); }
    uint32_t value(const Dims& dims, const float* v) { return out.tensor(ValueType::float32, dims, v); }
    uint32_t constant(const Dims& dims, std::initializer_list<float> v) {
        uint32_t t = out.float_tensor(dims, v);
        out.tensor_made(t);
        return t;
    }
    uint32_t variable(const char* name, uint32_t initial, const Dims& dims, uint32_t& handle) {
        handle = out.tensor(ValueType::resource, dims, nullptr);
        return out.variable_made(name, ValueType::float32, dims, true, handle, initial);
    }
    uint32_t op(uint32_t def, std::initializer_list<uint32_t> inputs, uint32_t output, const char* attrs = "") {
        uint32_t outputs[] = {output};
        return out.op_applied(def, attrs, {inputs.begin(), inputs.size()}, outputs, holds());
    }
    uint32_t read(uint32_t variable, uint32_t handle, uint32_t output) {
        uint32_t inputs[] = {handle}, outputs[] = {output};
        return out.variable_read(variable, read_variable, inputs, outputs, holds());
    }
    void open_tape() {
        tape = out.tape_opened(false, true);
        recording = true;
        held = 0;
    }
    void close_tape() {
        recording = false;
        out.tape_paused(tape);
    }
    uint32_t ask(std::initializer_list<uint32_t> targets, std::initializer_list<uint32_t> sources) {
        return out.gradient_asked(tape, {targets.begin(), targets.size()}, {sources.begin(), sources.size()});
    }
    uint32_t back(uint32_t call, uint32_t op, uint32_t upstream) {
        uint32_t list[] = {upstream};
        return out.backward_step_began(call, op, list);
    }
    void back_done(uint32_t step, std::initializer_list<uint32_t> results) { out.backward_step_ended(step, {results.begin(), results.size()}); }

    RecordingWriter out;
    uint32_t tape = kNone;
    bool recording = false;
    uint64_t held = 0;

    uint32_t read_variable = out_def("read_variable", "ReadVariableOp", "y = the variable's value", "ȳ goes to the variable");
    uint32_t matmul = out_def("matmul", "MatMul", "C = A · B", "Ā = C̄ · Bᵀ, B̄ = Aᵀ · C̄");
    uint32_t add = out_def("add", "AddV2", "z = x + y", "x̄ = z̄, ȳ = z̄");
    uint32_t subtract = out_def("subtract", "Sub", "z = x − y", "x̄ = z̄, ȳ = −z̄");
    uint32_t square = out_def("square", "Square", "y = x²", "x̄ = ȳ · 2x");
    uint32_t mean = out_def("reduce_mean", "Mean", "y = sum(x) / n", "x̄ = ȳ / n");
    uint32_t multiply = out_def("multiply", "Mul", "z = x · y", "x̄ = z̄ · y, ȳ = z̄ · x");
    uint32_t divide = out_def("divide", "RealDiv", "z = x / y", "x̄ = z̄ / y, ȳ = −z̄ · x / y²");
    uint32_t broadcast_to = out_def("broadcast_to", "BroadcastTo", "y = x, repeated to the shape", "x̄ = ȳ summed over what was repeated");
    uint32_t reduce_sum = out_def("reduce_sum", "Sum", "y = sum(x)", "x̄ = ȳ, repeated");
    uint32_t clip = out_def("clip_by_value", "ClipByValue", "y = min(max(x, low), high)", "x̄ = ȳ where low ≤ x ≤ high, else 0");
    uint32_t argmax = out_def("argmax", "ArgMax", "y = where x is largest", "", false);

private:
    static RecordingWriter begun(const char* program) {
        RecordingWriter writer;
        writer.begin(program, 0, "sample");
        return writer;
    }
    uint32_t out_def(const char* name, const char* type, const char* formula, const char* gradient, bool differentiable = true) {
        return out.op_def(name, type, formula, gradient, differentiable);
    }
    std::span<const TapeHolds> holds() {
        if (!recording) return {};
        held += 12;
        hold_ = {tape, held};
        return {&hold_, 1};
    }
    TapeHolds hold_{};
};

}  // namespace

std::vector<uint8_t> sample_recording_bytes(const SampleOptions& options) {
    Sample s(kProgram);
    RecordingWriter& out = s.out;
    const std::array<float, 3> x{1, 2, 3}, y{2, 4, 6};
    float w = options.w, b = 0;

    out.line(3, 5, 25);
    uint32_t w_handle, b_handle, w_now = s.value(kOneByOne, &w);
    uint32_t w_variable = s.variable("Variable:0", w_now, kOneByOne, w_handle);
    out.line(3);
    out.name_bound_to_variable("w", w_variable);
    out.line(4, 5, 23);
    uint32_t b_now = s.value(kOne, &b);
    uint32_t b_variable = s.variable("Variable:0", b_now, kOne, b_handle);
    out.line(4);
    out.name_bound_to_variable("b", b_variable);
    out.line(5);
    out.name_bound_to_text("opt", "SGD(learning_rate=0.1)");
    out.line(6, 5, 36);
    uint32_t x_tensor = s.constant(kThreeByOne, {1, 2, 3});
    out.line(6);
    out.name_bound_to_tensor("x", x_tensor);
    out.line(7, 5, 36);
    uint32_t y_tensor = s.constant(kThreeByOne, {2, 4, 6});
    out.line(7);
    out.name_bound_to_tensor("y", y_tensor);

    for (int step = 0; step < options.steps; ++step) {
        out.line(9);
        out.name_bound_to_text("step", std::to_string(step));

        out.line(10, 10, 27);
        s.open_tape();
        out.line(10);
        out.name_bound_to_tape("tape", s.tape);
        out.line(11, 23, 38);
        out.tape_watched(s.tape, w_handle, true);
        uint32_t w_read = s.value(kOneByOne, &w);
        uint32_t w_op = s.read(w_variable, w_handle, w_read);
        std::array<float, 3> product, predictions, difference, squared;
        for (int i = 0; i < 3; ++i) product[i] = x[i] * w, predictions[i] = product[i] + b, difference[i] = predictions[i] - y[i], squared[i] = difference[i] * difference[i];
        float loss = (squared[0] + squared[1] + squared[2]) / 3;
        uint32_t product_t = s.value(kThreeByOne, product.data());
        uint32_t matmul_op = s.op(s.matmul, {x_tensor, w_read}, product_t);
        out.line(11, 23, 42);
        out.tape_watched(s.tape, b_handle, true);
        uint32_t b_read = s.value(kOne, &b);
        uint32_t b_op = s.read(b_variable, b_handle, b_read);
        uint32_t predictions_t = s.value(kThreeByOne, predictions.data());
        uint32_t add_op = s.op(s.add, {product_t, b_read}, predictions_t);
        out.line(11);
        out.name_bound_to_tensor("predictions", predictions_t);
        out.line(13, 23, 38);
        uint32_t difference_t = s.value(kThreeByOne, difference.data());
        uint32_t subtract_op = s.op(s.subtract, {predictions_t, y_tensor}, difference_t);
        out.line(13, 13, 39);
        uint32_t squared_t = s.value(kThreeByOne, squared.data());
        uint32_t square_op = s.op(s.square, {difference_t}, squared_t);
        out.line(12, 16, 31);
        uint32_t loss_t = s.scalar(loss);
        uint32_t mean_op = s.op(s.mean, {squared_t}, loss_t);
        out.line(12);
        out.name_bound_to_tensor("loss", loss_t);
        s.close_tape();

        out.line(14, 17, 44);
        uint32_t call = s.ask({loss_t}, {w_handle, b_handle});
        uint32_t one = s.constant(kScalar, {1});
        uint32_t back = s.back(call, mean_op, one);
        float third = 1.0f / 3;
        uint32_t ones = out.float_tensor(kThreeByOne, {1, 1, 1});
        s.op(s.broadcast_to, {one}, ones, "shape=[3, 1]");
        uint32_t three = s.constant(kScalar, {3});
        uint32_t mean_g = out.float_tensor(kThreeByOne, {third, third, third});
        s.op(s.divide, {ones, three}, mean_g);
        s.back_done(back, {mean_g});

        back = s.back(call, square_op, mean_g);
        uint32_t two = s.constant(kScalar, {2});
        uint32_t doubled = out.float_tensor(kThreeByOne, {2 * difference[0], 2 * difference[1], 2 * difference[2]});
        s.op(s.multiply, {difference_t, two}, doubled);
        std::array<float, 3> g;
        for (int i = 0; i < 3; ++i) g[i] = 2 * difference[i] * third;
        uint32_t square_g = s.value(kThreeByOne, g.data());
        s.op(s.multiply, {mean_g, doubled}, square_g);
        s.back_done(back, {square_g});

        back = s.back(call, subtract_op, square_g);
        s.back_done(back, {square_g, kNone});

        back = s.back(call, add_op, square_g);
        float b_gradient = g[0] + g[1] + g[2];
        uint32_t b_g = s.value(kOne, &b_gradient);
        s.op(s.reduce_sum, {square_g}, b_g, "axis=[0]");
        s.back_done(back, {square_g, b_g});

        back = s.back(call, b_op, b_g);
        s.back_done(back, {b_g});

        back = s.back(call, matmul_op, square_g);
        float w_gradient = x[0] * g[0] + x[1] * g[1] + x[2] * g[2];
        uint32_t w_g = s.value(kOneByOne, &w_gradient);
        s.op(s.matmul, {x_tensor, square_g}, w_g, "transpose_a=True");
        s.back_done(back, {kNone, w_g});

        back = s.back(call, w_op, w_g);
        s.back_done(back, {w_g});
        out.tape_released(s.tape, s.held);
        out.gradient_given(call, w_handle, w_g);
        out.gradient_given(call, b_handle, b_g);
        out.line(14);
        out.name_bound_to_text("gradients", "[<tf.Tensor: shape=(1, 1), …>, <tf.Tensor: shape=(1,), …>]");

        out.line(15, 5, 48);
        w -= 0.1f * w_gradient;
        b -= 0.1f * b_gradient;
        uint32_t w_after = s.value(kOneByOne, &w);
        out.variable_assigned(w_variable, w_now, w_after, "SGD");
        uint32_t b_after = s.value(kOne, &b);
        out.variable_assigned(b_variable, b_now, b_after, "SGD");
        w_now = w_after, b_now = b_after;

        out.line(16, 14, 44);
        w_read = s.value(kOneByOne, &w);
        s.read(w_variable, w_handle, w_read);
        uint32_t low = s.constant(kScalar, {0}), high = s.constant(kScalar, {10});
        w = std::fmin(std::fmax(w, 0.0f), 10.0f);
        uint32_t clipped = s.value(kOneByOne, &w);
        s.op(s.clip, {w_read, low, high}, clipped);
        out.line(16, 5, 45);
        out.variable_assigned(w_variable, w_now, clipped, "assign");
        w_now = clipped;

        out.line(17);
        out.printed(1, std::to_string(step) + " " + shortest(loss, false) + " [[" + shortest(w, true) + "]] [" + shortest(b, true) + "]\n");
    }
    out.ended({EndStatus::ok, EndBudget::none, 3000, 96, 400, 0});
    return out.take();
}

std::vector<uint8_t> sample_error_recording_bytes() {
    Sample s(
        "import tensorflow as tf\n"
        "\n"
        "x = tf.Variable([1.0, 3.0, 2.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.argmax(x)\n"
        "print(tape.gradient(y, x))\n"
        "image = tf.random.normal([512, 512])\n"
        "print(tf.matmul(image, x))\n");
    RecordingWriter& out = s.out;
    out.line(3);
    uint32_t handle, initial = out.float_tensor(kThree, {1, 3, 2});
    uint32_t x = s.variable("Variable:0", initial, kThree, handle);
    out.name_bound_to_variable("x", x);
    out.line(4);
    s.open_tape();
    out.name_bound_to_tape("tape", s.tape);
    out.line(5, 9, 21);
    out.tape_watched(s.tape, handle, true);
    uint32_t value = out.float_tensor(kThree, {1, 3, 2});
    s.read(x, handle, value);
    int64_t where = 1;
    uint32_t y = out.tensor(ValueType::int64, kScalar, &where);
    uint32_t argmax_op = s.op(s.argmax, {value}, y);
    out.line(5);
    out.name_bound_to_tensor("y", y);
    s.close_tape();
    out.line(6);
    uint32_t call = s.ask({y}, {handle});
    out.tape_released(s.tape, s.held);
    out.gradient_given(call, handle, kNone, WhyNoGradient::not_differentiable, argmax_op);
    out.printed(1, "None\n");
    out.line(7);
    std::vector<float> pixels(512 * 512);
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = std::sin(static_cast<float>(i) * 0.01f);
    pixels[1000] = std::nanf("");
    const Dims square{512, 512};
    uint32_t image = out.tensor(ValueType::float32, square, pixels.data());
    out.tensor_made(image);
    out.name_bound_to_tensor("image", image);
    out.line(8);
    value = out.float_tensor(kThree, {1, 3, 2});
    s.read(x, handle, value);
    const char* message =
        "{{function_node __wrapped__MatMul_device_/job:localhost/replica:0/task:0/device:CPU:0}} In[0] and In[1] has different ndims: [512,512] vs. [3] [Op:MatMul] name: ";
    out.error("tensorflow.python.framework.errors_impl.InvalidArgumentError", message, "matmul needs two matrices: give x two axes with tf.reshape(x, [3, 1]).",
              std::string("Traceback (most recent call last):\n  File \"main.py\", line 8, in <module>\n"
                          "tensorflow.python.framework.errors_impl.InvalidArgumentError: ") + message + "\n",
              8, 0);
    out.ended({EndStatus::error, EndBudget::none, 9000, 1048600, 1048700, 0});
    return out.take();
}

Recording sample_recording(const SampleOptions& options) {
    Recording r;
    r.append(sample_recording_bytes(options));
    r.finish();
    return r;
}

Recording sample_error_recording() {
    Recording r;
    r.append(sample_error_recording_bytes());
    r.finish();
    return r;
}

}  // namespace tapedeck
