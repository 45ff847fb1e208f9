#include "ui/views.h"
#include "ui/widgets.h"

#include "ui/deck/deck.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

constexpr float kBar = 48, kTouchBar = 56;

void desktop(Ui& ui, AppState& state, Rect r) {
  const Rect transport = r.cut_bottom(transport_height(state.form));
  // A wide window gives its width to the deck; the document stays readable.
  const float most = std::min(640.0f, r.w * 0.6f);
  const float wished = std::clamp(state.sizes.document, std::min(300.0f, most), most);
  const Rect document = r.cut_left(std::floor(std::min(wished, r.w * (state.form == Form::Narrow ? 0.44f : 0.6f))));
  document_view(ui, state, document);
  deck_view(ui, state, r);
  transport_view(ui, state, transport);
  if (splitter(ui, node_id("split.document"), {document.right() - 1, document.y, 1, document.h}, true, "Width of the lesson", state.sizes.document, 300, most)) ui.animate();
}

/// One column: the document, and the deck as a sheet over its upper part once something ran.
void phone(Ui& ui, AppState& state, Rect r) {
  const bool has_run = state.recording != nullptr;
  const Rect transport = has_run ? r.cut_bottom(transport_height(state.form)) : Rect{};
  if (has_run && state.deck_sheet_open) {
    Rect sheet = r.cut_top(std::floor(r.h * 0.56f));
    document_view(ui, state, r);
    const Rect handle = sheet.cut_bottom(space::kTouchHeight);
    deck_view(ui, state, sheet);
    ui.draw.fill(handle, ui.colors().panel);
    ui.draw.hline(handle.x, handle.right(), handle.y, ui.colors().hairline);
    ui.draw.hline(handle.x, handle.right(), handle.bottom() - 1, ui.colors().hairline);
    if (button(ui, node_id("sheet.close"), handle.inset(12, 4), "Back to the lesson", {.kind = ButtonKind::Quiet})) ui.send(AppCommand::OpenDeckSheet, 0);
  } else {
    Rect bar = has_run ? r.cut_bottom(52) : Rect{};
    document_view(ui, state, r);
    if (has_run) {
      ui.draw.fill(bar, ui.colors().panel);
      ui.draw.hline(bar.x, bar.right(), bar.y, ui.colors().hairline);
      if (button(ui, node_id("sheet.open"), bar.inset(12, 4), "Show the tape")) ui.send(AppCommand::OpenDeckSheet, 1);
    }
  }
  if (has_run) transport_view(ui, state, transport);
}

/// A single exercise within somebody else's page.
void embed(Ui& ui, AppState& state, Rect r) {
  const bool has_run = state.recording != nullptr;
  if (state.form == Form::EmbedNarrow) {
    static constexpr std::string_view kTabs[] = {"Program", "Tape"};
    const int chosen = tabs(ui, node_id("embed.tabs"), r.cut_top(40), "Views", kTabs, state.deck_tab_open ? 1 : 0);
    if (chosen >= 0) ui.send(AppCommand::ShowDeck, chosen);
    if (state.deck_tab_open) {
      const Rect transport = has_run ? r.cut_bottom(transport_height(state.form)) : Rect{};
      deck_view(ui, state, r);
      if (has_run) transport_view(ui, state, transport);
    } else {
      document_view(ui, state, r);
    }
    return;
  }
  const Rect transport = r.cut_bottom(has_run ? transport_height(state.form) : 0);
  const Rect document = r.cut_left(std::floor(r.w * 0.48f));
  document_view(ui, state, document);
  ui.draw.vline(document.right() - 1, document.y, document.bottom(), ui.colors().hairline);
  deck_view(ui, state, r);
  if (has_run) transport_view(ui, state, transport);
}

}  // namespace

void app_view(Ui& ui, AppState& state, const Rect& screen) {
  ui.draw.fill(screen, ui.colors().page);
  Rect r = screen;
  switch (state.form) {
    case Form::Desktop:
    case Form::Narrow:
      app_bar_view(ui, state, r.cut_top(kBar));
      desktop(ui, state, r);
      break;
    case Form::Phone:
      app_bar_view(ui, state, r.cut_top(kTouchBar));
      phone(ui, state, r);
      break;
    case Form::Embed:
    case Form::EmbedNarrow: embed(ui, state, r); break;
  }
  notice_view(ui, state, screen);
  help_view(ui, state, screen);
}

}  // namespace tapedeck
