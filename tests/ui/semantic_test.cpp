#include "ui/semantic.h"

#include <catch2/catch_test_macros.hpp>

using namespace tapedeck;

namespace {

void draw(SemanticTree& tree, std::string_view value = "1", bool disabled = false) {
  tree.begin_frame();
  tree.open(node_id("bar"), NodeRole::Banner, "Tapedeck", {0, 0, 100, 20});
  tree.add(node_id("title"), NodeRole::Heading, "Lesson", {0, 0, 50, 20}).level = 1;
  tree.add(node_id("run"), NodeRole::Button, "Run", {50, 0, 50, 20}, state::kFocusable | (disabled ? state::kDisabled : 0));
  tree.close();
  tree.set_value(tree.add(node_id("speed"), NodeRole::Select, "Speed", {0, 20, 50, 20}, state::kFocusable), value);
  tree.end_frame();
}

}  // namespace

TEST_CASE("the tree is flat, parents come first, and its text form says everything") {
  SemanticTree tree;
  draw(tree);
  REQUIRE(tree.nodes().size() == 4);
  CHECK(tree.nodes()[1].parent == 0);
  CHECK(tree.nodes()[2].parent == 0);
  CHECK(tree.nodes()[3].parent == -1);
  CHECK(tree.to_text() == "banner \"Tapedeck\"\n  heading 1 \"Lesson\"\n  button \"Run\"\ncombobox \"Speed\" = \"1\"\n");
  CHECK(tree.find(NodeRole::Button, "Run") == tree.find(node_id("run")));
  CHECK(tree.find(NodeRole::Button, "Ru…") == tree.find(node_id("run")));
  CHECK(tree.find(NodeRole::Link, "Run") == nullptr);
}

TEST_CASE("the revision changes exactly when something changed") {
  SemanticTree tree;
  draw(tree);
  const uint64_t first = tree.revision();
  draw(tree);
  CHECK(tree.revision() == first);
  draw(tree, "2");
  CHECK(tree.revision() == first + 1);
  draw(tree, "2", true);
  CHECK(tree.revision() == first + 2);
  tree.focus(node_id("speed"));
  draw(tree, "2", true);
  CHECK(tree.revision() == first + 3);
}

TEST_CASE("a request is taken once, and forgotten when nobody draws its node") {
  SemanticTree tree;
  draw(tree);
  tree.request(node_id("run"), Action::Press);
  CHECK(tree.take(node_id("run"), Action::Press));
  CHECK_FALSE(tree.take(node_id("run"), Action::Press));
  tree.request(node_id("speed"), Action::SetValue, "4");
  CHECK_FALSE(tree.take(node_id("speed"), Action::Press));
  CHECK(tree.take(node_id("speed"), Action::SetValue));
  CHECK(tree.taken_value() == "4");
  tree.request(node_id("gone"), Action::Press);
  for (int i = 0; i < 4; ++i) draw(tree);
  CHECK_FALSE(tree.has_requests());
}

TEST_CASE("Tab's focus goes through what can take it, in drawing order, and says when it leaves") {
  SemanticTree tree;
  draw(tree);
  CHECK(tree.focus_next());
  CHECK(tree.focused() == node_id("run"));
  CHECK(tree.focus_visible());
  CHECK(tree.focus_next());
  CHECK(tree.focused() == node_id("speed"));
  CHECK_FALSE(tree.focus_next());
  CHECK(tree.focus_previous());
  CHECK(tree.focused() == node_id("run"));
  draw(tree, "1", true);
  tree.blur();
  CHECK(tree.focus_next());
  CHECK(tree.focused() == node_id("speed"));
}

TEST_CASE("names of many nodes of a kind differ") {
  CHECK(node_id("run", 0) != node_id("run", 1));
  CHECK(node_id("run", 1) != node_id("run", uint64_t{1} << 32));
  CHECK(node_id("run") != node_id("ruN"));
}
