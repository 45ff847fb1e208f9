#include "lessons/runtime/lesson.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstdio>

using namespace tapedeck;

namespace {

constexpr const char* kHead = "---\ntitle: A title\nminutes: 11\ntags: variable, tape\ntensorflow: 2\nauthor: someone\n---\n";

Lesson parsed(const std::string& body) {
    LessonResult r = parse_lesson(kHead + body);
    INFO(r.error);
    REQUIRE(r.ok());
    return r.lesson;
}

}  // namespace

TEST_CASE("the head of a lesson says what it is") {
    Lesson lesson = parsed("# A title\n");
    CHECK(lesson.title == "A title");
    CHECK(lesson.minutes == 11);
    CHECK(lesson.tags == std::vector<std::string>{"variable", "tape"});
    CHECK(lesson.tensorflow == "2");
    CHECK(lesson.other.at("author") == "someone");
    REQUIRE(lesson.blocks.size() == 1);
    CHECK(lesson.blocks[0].kind == BlockKind::heading);
    CHECK(lesson.blocks[0].level == 1);
    CHECK(lesson.blocks[0].line == 8);
}

TEST_CASE("words keep their styles and links") {
    Lesson lesson = parsed("A **bold** and *slanted* `w` with [a link](https://example.org) &amp; more\nin the next line.\n");
    const LessonText& text = lesson.blocks.at(0).text;
    CHECK(plain_text(text) == "A bold and slanted w with a link & more in the next line.");
    CHECK(text[1].bold);
    CHECK(text[3].italic);
    CHECK(text[5].code);
    CHECK(text[7].link == "https://example.org");
}

TEST_CASE("a python fence is a cell, a static one is only shown, an output fence belongs to the cell before") {
    Lesson lesson = parsed("```python The loop\nx = 1\n\nprint(x)\n```\n\n```output\n1\n```\n\n```python static\ny\n```\n\n```\nplain\n```\n");
    REQUIRE(lesson.blocks.size() == 4);
    CHECK(lesson.blocks[0].kind == BlockKind::cell);
    CHECK(lesson.blocks[0].title == "The loop");
    CHECK(lesson.blocks[0].code == "x = 1\n\nprint(x)");
    CHECK(lesson.blocks[0].line == 9);
    CHECK(lesson.blocks[1].kind == BlockKind::output);
    CHECK(lesson.blocks[1].code == "1");
    CHECK(lesson.blocks[2].kind == BlockKind::code);
    CHECK(lesson.blocks[2].title.empty());
    CHECK(lesson.blocks[3].kind == BlockKind::code);
    CHECK(lesson.cells().size() == 1);
}

TEST_CASE("lists nest, tables have a head and alignments") {
    Lesson lesson = parsed("1. one\n2. two\n   - inner `code`\n\n| a | b |\n|---|--:|\n| 1 | **2** |\n\n---\n");
    REQUIRE(lesson.blocks.size() == 3);
    const LessonBlock& list = lesson.blocks[0];
    CHECK(list.ordered);
    REQUIRE(list.children.size() == 2);
    CHECK(plain_text(list.children[0].children.at(0).text) == "one");
    CHECK(list.children[1].children.at(1).kind == BlockKind::list);
    CHECK(plain_text(list.children[1].children[1].children.at(0).children.at(0).text) == "inner code");
    const LessonBlock& table = lesson.blocks[1];
    REQUIRE(table.rows.size() == 2);
    CHECK(plain_text(table.rows[1][1]) == "2");
    CHECK(table.rows[1][1][0].bold);
    CHECK(table.columns[1] == LessonBlock::Align::right);
    CHECK(lesson.blocks[2].kind == BlockKind::rule);
}

TEST_CASE("a quote with a task list is a question with options and an explanation") {
    Lesson lesson = parsed("> **Predict.** Which sign?\n>\n> - [ ] positive\n> - [x] *negative*\n>\n> The loss falls.\n\n> Only a quote.\n");
    REQUIRE(lesson.blocks.size() == 2);
    const LessonBlock& question = lesson.blocks[0];
    CHECK(question.kind == BlockKind::question);
    CHECK(plain_text(question.text) == "Predict. Which sign?");
    REQUIRE(question.options.size() == 2);
    CHECK_FALSE(question.options[0].is_right);
    CHECK(question.options[1].is_right);
    CHECK(plain_text(question.options[1].text) == "negative");
    REQUIRE(question.children.size() == 1);
    CHECK(plain_text(question.children[0].text) == "The loss falls.");
    CHECK(lesson.questions().size() == 1);
    CHECK(lesson.blocks[1].kind == BlockKind::quote);
}

TEST_CASE("markup of HTML is only text") {
    Lesson lesson = parsed("<script>alert(1)</script>\n\nA <b>word</b>.\n");
    CHECK(plain_text(lesson.blocks.at(0).text) == "<script>alert(1)</script>");
    CHECK(plain_text(lesson.blocks.at(1).text) == "A <b>word</b>.");
}

TEST_CASE("a file that is no lesson says why, with the line") {
    auto [text, error] = GENERATE(table<std::string, std::string>({
        {"", "line 1: a lesson begins with a line --- and then its title, as in `title: Modify a tensor`"},
        {"# Just Markdown\n", "line 1: a lesson begins with a line --- and then its title, as in `title: Modify a tensor`"},
        {"---\ntitle: A\n", "line 1: the lesson's head, which begins here, does not end: a second line --- is missing"},
        {"---\ntitle: A\nnonsense\n---\n", "line 3: expected `key: value`, found `nonsense`"},
        {"---\nlevel: 0\n---\n", "line 1: the lesson has no title: add `title: …` to its head"},
        {"---\ntitle: A\nminutes: soon\n---\n", "line 3: minutes is a number, not `soon`"},
        {"---\ntitle: A\ntensorflow: 3\n---\n", "line 3: tensorflow is 1 or 2, not `3`"},
        {std::string("---\ntitle: A\n---\n\nx \xff\n"), "line 5: this is not text (UTF-8), so it is no lesson"},
        {std::string("\x7f" "ELF\0\1\2", 7), "line 1: this is not text (UTF-8), so it is no lesson"},
    }));
    LessonResult r = parse_lesson(text);
    CHECK(r.error == error);
    CHECK(r.error_line > 0);
}

TEST_CASE("the course's lessons are lessons, and each has something to run") {
    const char* path = "lessons/content/modify-a-tensor.md";
    std::FILE* file = std::fopen(path, "rb");
    REQUIRE(file);
    std::string text(100000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    LessonResult r = parse_lesson(text);
    INFO(r.error);
    REQUIRE(r.ok());
    CHECK(r.lesson.cells().size() >= 1);
    CHECK(r.lesson.questions().size() >= 1);
    CHECK(r.lesson.cells()[0]->code.find("w = tf.Variable([[2.0]], dtype=tf.float32)") != std::string::npos);
}
