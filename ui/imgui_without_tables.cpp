// What ImGui's core calls of its tables, of which this app draws none: at the end of a window it would close those that were left open. With these in
// place of imgui_tables.cpp, tables, their menus and their settings are not downloaded: 8 kB before the first frame.
#include <imgui.h>
#include <imgui_internal.h>

namespace ImGui {

void EndTable() {}
void TableEndRow(ImGuiTable*) {}
void TableEndCell(ImGuiTable*) {}
void TablePushColumnChannel(int) {}
void TablePopColumnChannel() {}
void TablePushBackgroundChannel() {}
void TablePopBackgroundChannel() {}
void TableGcCompactTransientBuffers(ImGuiTable*) {}
void TableGcCompactTransientBuffers(ImGuiTableTempData*) {}
void TableGcCompactSettings() {}
void TableSettingsAddSettingsHandler() {}
void EndColumns() {}
void PushColumnsBackground() {}
void PopColumnsBackground() {}

}  // namespace ImGui
