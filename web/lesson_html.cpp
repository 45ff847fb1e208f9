// lesson_html FILE.md: a lesson's Markdown as semantic HTML, and what the page's head says of it, as JSON for web/site.mjs.
// The page shows this text before WebAssembly arrives, and search engines and readers without scripts get nothing else.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

extern "C" {
#include <md4c-html.h>
}

namespace {

void append(const MD_CHAR* text, MD_SIZE size, void* out) { static_cast<std::string*>(out)->append(text, size); }

/// The front matter's lines `key: value` into `out`; returns where the text begins.
size_t read_front_matter(const std::string& text, nlohmann::json& out) {
  if (text.rfind("---\n", 0) != 0) return 0;
  const size_t end = text.find("\n---\n", 3);
  if (end == std::string::npos) return 0;
  for (size_t at = 4; at < end + 1;) {
    const size_t line_end = text.find('\n', at), colon = text.find(':', at);
    if (colon < line_end) {
      size_t value = colon + 1;
      while (value < line_end && (text[value] == ' ' || text[value] == '"')) ++value;
      size_t value_end = line_end;
      while (value_end > value && (text[value_end - 1] == ' ' || text[value_end - 1] == '"')) --value_end;
      out[text.substr(at, colon - at)] = text.substr(value, value_end - value);
    }
    at = line_end + 1;
  }
  return end + 5;
}

std::string between(const std::string& html, const std::string& open, const std::string& close) {
  const size_t begin = html.find(open), end = html.find(close, begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  std::string plain;
  bool tag = false;
  for (size_t i = begin + open.size(); i < end; ++i) {
    if (html[i] == '<') tag = true;
    if (!tag) plain += html[i];
    if (html[i] == '>') tag = false;
  }
  return plain;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc == 2 ? argv[1] : "", std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "usage: lesson_html FILE.md\n");
    return 1;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  nlohmann::json out = {{"lang", "en"}, {"title", ""}, {"summary", ""}};
  const size_t begin = read_front_matter(text, out);
  std::string html;
  // No raw HTML: a lesson's text cannot bring markup of its own.
  if (md_html(text.data() + begin, static_cast<MD_SIZE>(text.size() - begin), append, &html, MD_DIALECT_GITHUB | MD_FLAG_NOHTML,
              MD_HTML_FLAG_SKIP_UTF8_BOM) != 0) {
    std::fprintf(stderr, "lesson_html: %s cannot be read as Markdown\n", argv[1]);
    return 1;
  }
  out["html"] = html;
  if (out["title"] == "") out["title"] = between(html, "<h1>", "</h1>");
  if (out["summary"] == "") out["summary"] = between(html, "<p>", "</p>");
  std::printf("%s\n", out.dump().c_str());
}
