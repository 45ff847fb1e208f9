#include "ui/deck/sentence_view.h"

#include <algorithm>

namespace tapedeck {

namespace {

constexpr float kSide = 24, kContextLine = 18, kTightLine = 24;

struct Word {
    std::string_view text;   // with the space after it
    uint32_t span;
    float width;
};

TextStyle style_of(const Ui& ui, Role role) {
    TextStyle style{FontRole::Text, type::kSentence, ui.colors().ink};
    switch (role) {
        case Role::plain: break;
        case Role::value: style.role = FontRole::Bold, style.color = ui.theme.ink(Meaning::Value); break;
        case Role::gradient: style.role = FontRole::Bold, style.color = ui.theme.ink(Meaning::Gradient); break;
        case Role::variable: style.role = FontRole::Bold, style.color = ui.theme.ink(Meaning::Variable); break;
        case Role::constant: style.role = FontRole::Bold, style.color = ui.theme.ink(Meaning::Constant); break;
        case Role::wrong: style.role = FontRole::Bold, style.color = ui.theme.ink(Meaning::Wrong); break;
        case Role::code: style.role = FontRole::Code; style.size = type::kText; break;
    }
    return style;
}

}  // namespace

float sentence_height(float width) { return width >= 620 ? 82.0f : width >= 460 ? 108.0f : width >= 340 ? 116.0f : 132.0f; }

void sentence_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const float side = area.w < 460 ? 16 : kSide;
    const float width = area.w - 2 * side;
    const int lines_most = area.w >= 620 ? 2 : area.w >= 340 ? 3 : 4;

    // Words, and where lines end.
    std::vector<Word> words;
    std::vector<size_t> ends;
    float x = 0;
    for (uint32_t s = 0; s < deck.sentence.size(); ++s) {
        const std::string_view text = deck.sentence[s].text;
        const TextStyle style = style_of(ui, deck.sentence[s].role);
        for (size_t at = 0; at < text.size();) {
            size_t end = text.find(' ', at);
            end = end == std::string_view::npos ? text.size() : end + 1;
            const std::string_view word = text.substr(at, end - at);
            words.push_back({word, s, ui.draw.text_width(word, style)});
            at = end;
        }
    }
    // A break is only where a space is: punctuation that follows a coloured word stays with it.
    for (size_t i = 0; i < words.size();) {
        size_t end = i;
        float piece = 0;
        do piece += words[end].width;
        while (words[end++].text.back() != ' ' && end < words.size());
        if (x > 0 && x + piece > width) {
            ends.push_back(i);
            x = 0;
        }
        x += piece;
        i = end;
    }
    ends.push_back(words.size());
    const int lines = std::min(static_cast<int>(ends.size()), lines_most);

    const float line_height = lines == 1 ? type::kSentenceLine : kTightLine;
    const float used = kContextLine + static_cast<float>(lines) * line_height;
    float y = area.y + std::max(6.0f, (area.h - used) / 2);
    const Rect context{area.x + side, y, width, kContextLine};
    ui.draw.text_fit(context, deck.context, {FontRole::Text, type::kLabel, ui.colors().muted});
    ui.semantic.add(node_id("deck.context"), NodeRole::Text, deck.context, context);
    y += kContextLine;
    ui.semantic.add(node_id("deck.sentence"), NodeRole::Status, deck.sentence_text, {area.x + side, y, width, static_cast<float>(lines) * line_height});

    size_t word = 0;
    for (int line = 0; line < lines; ++line, y += line_height) {
        const bool cut = line + 1 == lines && static_cast<size_t>(lines) < ends.size();
        float at = area.x + side;
        for (const size_t end = ends[static_cast<size_t>(line)]; word < end; ++word) {
            const NarrationSpan& span = deck.sentence[words[word].span];
            const TextStyle style = style_of(ui, span.role);
            const Rect box{at, y, words[word].width, line_height};
            ui.draw.text_in(box, words[word].text, style);
            at += words[word].width;
            // A coloured word is the node it names: pointing at it shows which, a press selects it.
            const uint32_t node = deck.scene == nullptr ? kNone : span.op != kNone ? deck.scene->node_of_op(span.op) : span.tensor != kNone ? deck.scene->node_of_tensor(span.tensor) : kNone;
            if (node == kNone || span.role == Role::plain) continue;
            const Pointer pointer = claim_pointer(ui, node_id("deck.word", word), box);
            if (pointer.inside) {
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
                ui.draw.list()->AddRectFilled({box.x, box.center().y + 10}, {box.x + ui.draw.text_width(words[word].text, style), box.center().y + 11.5f}, style.color);
                if (pointer.released) select_node(ui, deck.scene->nodes()[node]);
            }
        }
        if (cut) ui.draw.text({std::min(at, area.right() - side - 14), y}, "…", {FontRole::Text, type::kSentence, ui.colors().muted});
    }
    (void)state;
}

}  // namespace tapedeck
