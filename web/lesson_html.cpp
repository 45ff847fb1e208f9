// lesson_html FILE.md: a lesson's Markdown as semantic HTML, and what the page's head says of it, as JSON for web/site.mjs.
// The page shows this text before WebAssembly arrives, and search engines and readers without scripts get nothing else.
#include "lessons/runtime/lesson.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

extern "C" {
#include <md4c-html.h>
}

namespace {

void append(const MD_CHAR* text, MD_SIZE size, void* out) { static_cast<std::string*>(out)->append(text, size); }

/// A question's options without their boxes: which one is right is the learner's to find out.
void hide_answers(std::string& html) {
  for (size_t at; (at = html.find("<input type=\"checkbox\"")) != std::string::npos;) html.replace(at, html.find('>', at) + 1 - at, "");
}

/// An empty corner of a table heads nothing, and is no heading for a screen reader.
void free_corners(std::string& html) {
  for (size_t at; (at = html.find("<th></th>")) != std::string::npos;) html.replace(at, 9, "<td></td>");
}

/// Where the Markdown begins, behind the front matter.
size_t body_begin(const std::string& text) {
  const size_t end = text.rfind("---\n", 0) == 0 ? text.find("\n---\n", 3) : std::string::npos;
  return end == std::string::npos ? 0 : end + 5;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc == 2 ? argv[1] : "", std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "usage: lesson_html FILE.md\n");
    return 1;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const tapedeck::LessonResult result = tapedeck::parse_lesson(text);
  if (!result.ok()) {
    std::fprintf(stderr, "%s: %s\n", argv[1], result.error.c_str());
    return 1;
  }
  const tapedeck::Lesson& lesson = result.lesson;
  const size_t begin = body_begin(text);
  std::string html;
  // No raw HTML: a lesson's text cannot bring markup of its own.
  if (md_html(text.data() + begin, static_cast<MD_SIZE>(text.size() - begin), append, &html, MD_DIALECT_GITHUB | MD_FLAG_NOHTML, 0) != 0) {
    std::fprintf(stderr, "%s cannot be read as Markdown\n", argv[1]);
    return 1;
  }
  hide_answers(html);
  free_corners(html);
  const bool has_title = !lesson.blocks.empty() && lesson.blocks[0].kind == tapedeck::BlockKind::heading;
  std::string summary = lesson.summary;
  for (const tapedeck::LessonBlock& block : lesson.blocks) {
    if (summary.empty() && block.kind == tapedeck::BlockKind::paragraph) summary = tapedeck::plain_text(block.text);
  }
  const auto order = lesson.other.find("order");
  const int number = order == lesson.other.end() ? 1000000 : std::atoi(order->second.c_str());
  std::printf("%s\n", nlohmann::json{{"title", lesson.title}, {"order", number}, {"lang", lesson.lang}, {"summary", summary}, {"has_title", has_title}, {"html", html}}.dump().c_str());
}
