// What the deck's views keep between frames: the scene and the words of the present step (made anew only when the step or the recording changed), the
// camera, the timeline's zoom. Private to ui/deck; the rest of the app holds it as an opaque pointer.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "lessons/recording/narrate.h"
#include "ui/deck/scene.h"
#include "ui/deck/timeline.h"
#include "ui/ui.h"

namespace tapedeck {

/// Where the tape view looks: the scene's point at the view's upper left corner, and pixels per scene pixel.
struct Camera {
    float x = 0, y = 0, zoom = 1;
};

struct DeckState {
    // For which recording and step the rest holds.
    uint64_t recording_number = UINT64_MAX, recording_version = UINT64_MAX;
    uint32_t step = kNone;
    ValuesMode mode = ValuesMode::Values;
    Flow flow = Flow::right;

    std::unique_ptr<Scene> scene;      // of the tape in view
    SceneNow now;
    uint32_t now_of_scene = kNone;     // Scene::version that `now` was made from
    Narration sentence;
    std::string sentence_text, context;
    std::vector<std::string> node_words;   // by node, filled as asked for
    TimelineIndex timeline;
    std::unordered_map<uint32_t, Summary> summaries;   // of tensors shown as heat maps

    // The tape view.
    Camera camera, target;
    bool has_camera = false, follows = true;   // follows: nobody has panned or zoomed since the last fit
    Rect view;                                 // where it was drawn
    float view_w = 0, view_h = 0;
    uint32_t hovered = kNone;                  // node
    uint32_t node_followed = kNone;            // the one that the camera last went to
    Layout::Bounds fitted;                     // what of the scene the camera was last fitted to
    uint32_t fitted_version = kNone;
    float swiped = 0;                          // sideways, by touch, since the last step that a swipe made
    double swiped_at = -1;
    bool dragged = false;                      // the press that is going on has moved the picture
    double moved_at = -1;                      // when the present step was reached, for motion
    bool moved_forward = true;

    // The timeline.
    double first_event = 0, shown_events = 0;  // what of it is seen; 0: all
    bool timeline_held = false;                // scrolled by hand since the last step
    int64_t timeline_step = -1;

    // Lower panels.
    int values_tab = 0;                        // Variables, Names, Functions
    float variables_scroll = 0, names_scroll = 0, functions_scroll = 0, functions_height = 0, inspector_scroll = 0, inspector_height = 0;
    uint32_t function_shown = kNone;           // the trace that the list of functions was last scrolled to
    bool full_digits = false;
};

/// Brings the deck's state up to date with the recording and the player; makes it when there is none. Null when nothing has run.
DeckState* deck_refresh(Ui& ui, AppState& state, Flow flow);
/// The node that the views are about: the selected one, else the one of the present event.
uint32_t node_in_view(const DeckState& deck, const AppState& state);
/// The node that the inspector shows: that one, else the last that an event was about.
uint32_t node_inspected(const DeckState& deck, const AppState& state);
/// The summary of a tensor, worked out once.
const Summary* summary_of(DeckState& deck, const Recording& recording, uint32_t tensor);
/// 0 … 1: how far the motion of the present step has come. Asks for another frame while it is under way.
float motion(Ui& ui, const DeckState& deck);
/// A press on a node: selects what it shows.
void select_node(Ui& ui, const SceneNode& node);

}  // namespace tapedeck
