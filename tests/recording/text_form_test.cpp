#include "lessons/recording/text_form.h"

#include <catch2/catch_test_macros.hpp>

#include "tests/recording/sample_recording.h"

using namespace tapedeck;

TEST_CASE("the text form shows each event on a line") {
    Recording r = sample_recording({0.5f, 1});
    std::string text = text_form(r);
    for (const char* line : {
             "     1     3  variable_made Variable:0 = 0.5 1×1 float32\n",
             "     2     3  name_bound w = variable 0\n",
             "tape_opened tape 0\n",
             "tape_watched w:t1, on tape 0, automatically\n",
             "variable_read #0 read_variable(w:t1) -> w:t6 = 0.5 1×1 float32, on tape 0\n",
             "op_applied #1 matmul(x:t4, w:t6) -> t7 = [0.5, 1, 1.5] 3×1 float32, on tape 0\n",
             "gradient_asked of loss:t12 for w:t1, b:t3, on tape 0\n",
             "backward_step_ended 2 over #5 square -> t19 = [−1, −2, −3] 3×1 float32\n",
             "variable_assigned w: 0.5 1×1 float32 -> 1.9 1×1 float32, by SGD\n",
             "printed 0 10.5 [[1.9]] [0.6]\\n\n",
         }) {
        INFO(text);
        CHECK(text.find(line) != std::string::npos);
    }
    CHECK(text_form(r, {false, false}).starts_with("     1     3  variable_made"));
    CHECK(text_form(r, {false, true}).find("              The variable w is made with the value 0.5. It can change.\n") != std::string::npos);
}
