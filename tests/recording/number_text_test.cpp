#include "lessons/recording/number_text.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "lessons/recording/writer.h"

using namespace tapedeck;

TEST_CASE("numbers are short, with fractions and a real minus") {
    auto [value, text] = GENERATE(table<double, const char*>({
        {0, "0"}, {-0.0, "0"}, {1, "1"}, {-1.5, "−1.5"}, {1.0f / 3, "⅓"}, {-2.0f / 3, "−⅔"}, {0.16666667, "⅙"}, {4.0 / 3, "1⅓"}, {0.25, "0.25"}, {20.25, "20.25"},
        {1.7533333, "1.753"}, {27.39, "27.39"}, {3658.6667, "3659"}, {0.04127404, "0.0413"}, {0.00123456, "0.001235"}, {1.2e-7, "1.2e−7"}, {-3.5e8, "−3.5e8"}, {123456, "123456"},
        {10000000, "1e7"}, {INFINITY, "∞"}, {-INFINITY, "−∞"}, {NAN, "NaN"}, {0.1, "0.1"}, {0.33, "0.33"},
    }));
    CHECK(number_text(value) == text);
}

TEST_CASE("decimal_text keeps to digits") {
    CHECK(decimal_text(1.0 / 3) == "0.3333");
    CHECK(decimal_text(-2.0 / 3) == "−0.6667");
}

TEST_CASE("tensors are written by size, exact digits on demand") {
    RecordingWriter w;
    w.begin("", 0, "");
    const int64_t column[] = {3, 1}, square[] = {2, 2}, large[] = {3, 100}, three[] = {3}, empty[] = {0};
    uint32_t c = w.float_tensor(column, {1, -2, 1.0f / 3}), q = w.float_tensor(square, {1, 2, 3, 4}), s = w.float_tensor({}, {0.1f});
    std::vector<float> many(300, 0.5f);
    many[7] = 2;
    uint32_t m = w.tensor(ValueType::float32, large, many.data());
    const uint8_t flags[] = {1, 0, 1};
    uint32_t b = w.tensor(ValueType::boolean, three, flags);
    const std::string words[] = {"a", "b", "ü"};
    uint32_t t = w.string_tensor(three, words);
    uint32_t e = w.tensor(ValueType::float32, empty, many.data());
    const int64_t big = INT64_C(9007199254740993);
    uint32_t i = w.tensor(ValueType::int64, {}, &big);
    w.ended({});
    Recording r;
    r.append(w.take());
    r.finish();
    INFO(r.problem());
    REQUIRE(r.is_whole());
    CHECK(tensor_text(r, c) == "[1, −2, ⅓]");
    CHECK(tensor_text(r, q) == "[[1, 2], [3, 4]]");
    CHECK(tensor_text(r, s) == "0.1");
    CHECK(tensor_text(r, m) == "3×100 float32, 0.5 … 2");
    CHECK(tensor_text(r, b) == "[True, False, True]");
    CHECK(tensor_text(r, t) == "['a', 'b', 'ü']");
    CHECK(tensor_text(r, e) == "[]");
    CHECK(exact_text(r, c, 2) == "0.33333334");
    CHECK(exact_text(r, s, 0) == "0.1");
    CHECK(exact_text(r, q, 0) == "1.0");
    CHECK(exact_text(r, i, 0) == "9007199254740993");
    CHECK(exact_text(r, b, 1) == "False");
}

TEST_CASE("bytes, times, shapes and counts") {
    CHECK(bytes_text(28) == "28 bytes");
    CHECK(bytes_text(1) == "1 byte");
    CHECK(bytes_text(1536) == "1.5 KB");
    CHECK(bytes_text(16 << 20) == "16 MB");
    CHECK(duration_text(250) == "250 µs");
    CHECK(duration_text(3000) == "3 ms");
    CHECK(duration_text(1'250'000) == "1.2 s");
    CHECK(duration_text(30'000'000) == "30 s");
    CHECK(shape_text({}) == "scalar");
    const int64_t dims[] = {2, -1, 4};
    CHECK(shape_text(dims) == "2×?×4");
    CHECK(count_text(999) == "999");
    CHECK(count_text(1234567) == "1\u202f234\u202f567");
}
