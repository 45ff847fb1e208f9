// runner.wasm: engine, Python and recorder in a Web Worker (runner_worker.mjs). Messages of lessons/runtime/protocol.h come in by
// runner_receive and go out by `post`; between the two a whole program runs. Nothing can be heard meanwhile: the page stops a program that
// its own budgets do not stop by ending the worker, which has posted what it recorded, every 50 ms.
#include "lessons/runtime/run_graph.h"
#include "lessons/runtime/session.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

using namespace tapedeck;

extern "C" {
extern const char* (*port_fetch_later)(void);   // lessons/python/port/port.h
}

// Waits for the answer: an import cannot go on without its text. Emscripten's module knows the address as `packages`.
EM_JS(char*, td_fetch_packages, (), {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', Module.packages, false);
    request.send();
    if (request.status != 200) return 0;
    const bytes = new TextEncoder().encode(request.responseText + '\0');
    const at = _malloc(bytes.length);
    HEAPU8.set(bytes, at);
    return at;
  } catch (error) {
    return 0;
  }
});

EM_JS(void, td_post, (const void* bytes, int size), { Module.post(HEAPU8.slice(bytes, bytes + size)); });

namespace {

void post(const Message& message) {
  const std::vector<uint8_t> bytes = encode(message);
  td_post(bytes.data(), static_cast<int>(bytes.size()));
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void runner_start() {
  port_fetch_later = [] () -> const char* { return td_fetch_packages(); };
  post({});
}

EMSCRIPTEN_KEEPALIVE void runner_receive(const uint8_t* bytes, int size) {
  Message message;
  if (!decode({bytes, static_cast<size_t>(size)}, message) || message.type != MessageType::run) return;
  SessionHost host;
  host.send = post;
  run_session(message.run, host);
}

/// Runs a saved function: the file, the function's name ("": the first) and the inputs as a JSON object; the answer is JSON, and lasts until the next call.
EMSCRIPTEN_KEEPALIVE const char* runner_run_graph(const uint8_t* bytes, int size, const char* function, const char* inputs) {
  static std::string answer;
  answer = run_graph_json({reinterpret_cast<const char*>(bytes), static_cast<size_t>(size)}, function, inputs);
  return answer.c_str();
}

}  // extern "C"
