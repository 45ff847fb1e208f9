#include "ui/deck/value_view.h"

#include <algorithm>
#include <cmath>

#include "lessons/recording/number_text.h"

namespace tapedeck {

float readable_size(float size, float zoom) { return zoom >= 0.7f && zoom < 1 ? std::max(11.0f, size * zoom) : size * zoom; }

std::string range_text(const Summary& summary) {
    std::string text;
    if (std::isnan(summary.mean) && summary.nan_count + summary.inf_count > 0) {
        text = "no finite value";
    } else {
        text = number_text(summary.min);
        if (summary.max != summary.min) text += " … " + number_text(summary.max);
    }
    if (summary.nan_count > 0) text += " · " + count_text(summary.nan_count) + " NaN";
    if (summary.inf_count > 0) text += " · " + count_text(summary.inf_count) + " ∞";
    return text;
}

void heat_map_view(Ui& ui, DeckState& deck, const Recording& recording, uint32_t tensor, const Rect& area, float alpha) {
    const Summary* summary = summary_of(deck, recording, tensor);
    if (summary == nullptr || summary->rows == 0 || summary->columns == 0) return;
    const bool is_signed = summary->min < 0 && summary->max > 0;
    const double extent = is_signed ? std::max(-summary->min, summary->max) : summary->max - summary->min;
    const float w = area.w / summary->columns, h = area.h / summary->rows;
    ImDrawList* list = ui.draw.list();
    for (int r = 0; r < summary->rows; ++r)
        for (int c = 0; c < summary->columns; ++c) {
            const float value = summary->thumbnail[static_cast<size_t>(r) * summary->columns + static_cast<size_t>(c)];
            const Rect cell{area.x + w * static_cast<float>(c), area.y + h * static_cast<float>(r), w, h};
            if (!std::isfinite(value)) {
                ui.draw.fill(cell, with_alpha(ui.theme.tint(Meaning::Wrong), alpha));
                ui.draw.hatch(cell, with_alpha(ui.theme.ink(Meaning::Wrong), alpha), 4);
                continue;
            }
            const double share = extent <= 0 ? 0.5 : is_signed ? value / extent : (value - summary->min) / extent;
            const ImU32 color = is_signed ? signed_color(ui.theme, static_cast<float>(share)) : magnitude_color(ui.theme, static_cast<float>(share));
            list->AddRectFilled(cell.min(), cell.max(), with_alpha(color, alpha));
        }
}

void value_view(Ui& ui, DeckState& deck, const Recording& recording, uint32_t tensor, const ValueBox& box, ImVec2 at, const ValueStyle& style) {
    const ImU32 ink = ui.theme.ink(style.meaning), tint = with_alpha(ui.theme.tint(style.meaning), style.alpha);
    const ImU32 line = with_alpha(ink, style.border * style.alpha);
    const float z = style.zoom;
    const TextStyle number{FontRole::Code, readable_size(type::kLabel, z), with_alpha(ui.colors().ink, style.alpha)};
    const Rect whole{at.x, at.y, box.width * z, box.height * z};
    const TensorRow& row = recording.tensors[tensor];

    if (box.form == ValueBox::Form::none) return;
    if (!style.numbers) {
        ui.draw.box(whole, tint, line, 0);
        return;
    }
    if (box.form == ValueBox::Form::numbers && row.kept == ValueKept::full && row.size == static_cast<int64_t>(box.rows) * box.columns) {
        ui.draw.fill(whole, tint);
        for (int r = 0; r < box.rows; ++r)
            for (int c = 0; c < box.columns; ++c) {
                // Borders of neighbours lie on each other: one hairline between cells.
                const Rect cell{at.x + static_cast<float>(c) * box.cell_width * z, at.y + static_cast<float>(r) * kCellHeight * z,
                                box.cell_width * z + (c + 1 < box.columns ? 1 : 0), kCellHeight * z + (r + 1 < box.rows ? 1 : 0)};
                const double value = recording.element(tensor, static_cast<int64_t>(r) * box.columns + c);
                TextStyle face = number;
                if (!std::isfinite(value)) {
                    ui.draw.fill(cell, with_alpha(ui.theme.tint(Meaning::Wrong), style.alpha));
                    ui.draw.hatch(cell, with_alpha(ui.theme.ink(Meaning::Wrong), 0.3f * style.alpha), 5);
                    face.color = with_alpha(ui.theme.ink(Meaning::Wrong), style.alpha);
                }
                ui.draw.border(cell, line);
                const std::string text = cell_text(recording, tensor, static_cast<int64_t>(r) * box.columns + c);
                const float width = ui.draw.text_width(text, face), room = cell.w - 2;
                if (width > room) face.size *= std::max(0.75f, room / width);
                ui.draw.text_fit(cell.inset(1 * z, 0), text, face, Align::Center);
            }
        return;
    }
    if (box.form == ValueBox::Form::text || row.kept == ValueKept::none) {
        ui.draw.box(whole, tint, line, 0);
        const std::string text = row.kept == ValueKept::none ? "not kept" : tensor_text(recording, tensor, 4);
        ui.draw.text_fit(whole.inset(4 * z, 0), text, number, Align::Center);
        return;
    }
    Rect map = whole;
    const Rect range = map.cut_bottom(16 * z);
    heat_map_view(ui, deck, recording, tensor, map, style.alpha);
    ui.draw.border(map, with_alpha(ink, std::max(style.border, 0.6f) * style.alpha));
    if (const Summary* summary = summary_of(deck, recording, tensor)) {
        const bool wrong = summary->nan_count + summary->inf_count > 0;
        // What is wrong comes first where there is room for one thing only; the inspector has both.
        std::string text = range_text(*summary);
        if (summary->nan_count > 0)
            text = count_text(summary->nan_count) + " NaN";
        else if (summary->inf_count > 0)
            text = count_text(summary->inf_count) + " ∞";
        ui.draw.text_fit({range.x - 8 * z, range.y, range.w + 16 * z, range.h}, text,
                         {FontRole::Code, readable_size(11, z), with_alpha(wrong ? ui.theme.ink(Meaning::Wrong) : ui.colors().muted, style.alpha)}, Align::Center);
    }
}

}  // namespace tapedeck
