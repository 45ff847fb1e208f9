// A C++ peer of the comparison: natively a program that answers lines (LIST, INFO, SETUP id, RUN id n, CHECK id, TEARDOWN id, QUIT), in WebAssembly
// the same commands through the exported function peer_command. process_peer.mjs and wasm_peer.mjs are the other end.
#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace peer {

/// One workload that has been set up: `run` does n units, `check` gives the numbers that lib `expected.mjs` knows.
struct Live {
  std::function<void(long)> run;
  std::function<std::vector<double>()> check;
};
using Registry = std::map<std::string, std::function<Live()>>;

/// mulberry32, the same bits as data.mjs and data.py.
inline std::vector<float> uniform(uint32_t seed, size_t count, double low, double high) {
  std::vector<float> out(count);
  uint32_t a = seed;
  for (float& x : out) {
    a += 0x6D2B79F5u;
    uint32_t t = (a ^ (a >> 15)) * (1u | a);
    t = (t + (t ^ (t >> 7)) * (61u | t)) ^ t;
    x = static_cast<float>(low + (high - low) * ((t ^ (t >> 14)) / 4294967296.0));
  }
  return out;
}

inline double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline std::string answer(const Registry& registry, const std::string& info, const std::string& line) {
  static std::map<std::string, Live> live;
  std::istringstream in(line);
  std::string command, id;
  in >> command >> id;
  std::ostringstream out;
  out.precision(17);
  if (command == "LIST") {
    for (const auto& [name, make] : registry) out << (out.tellp() > 0 ? " " : "") << name;
    return out.str();
  }
  if (command == "INFO") return info;
  if (command == "SETUP") {
    const auto found = registry.find(id);
    if (found == registry.end()) return "ERR no " + id;
    live.erase(id);
    live[id] = found->second();
    return "ok";
  }
  if (command == "TEARDOWN") {
    live.erase(id);
    return "ok";
  }
  const auto found = live.find(id);
  if (found == live.end()) return "ERR not set up: " + id;
  if (command == "RUN") {   // wall seconds and seconds on the processor
    long n = 1;
    in >> n;
    const double cpu = cpu_seconds();
    const auto begin = std::chrono::steady_clock::now();
    found->second.run(n);
    out << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() << ' ' << cpu_seconds() - cpu;
    return out.str();
  }
  if (command == "CHECK") {
    for (double v : found->second.check()) out << (out.tellp() > 0 ? " " : "") << v;
    return out.str();
  }
  return "ERR unknown command";
}

}  // namespace peer
