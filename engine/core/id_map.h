// A hash map from tensor ids (never 0) to small values: open addressing, no allocation per entry, no erase. Tapes fill one per recorded op.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tapedeck {

template <class T> class IdMap {
 public:
  T* find(uint64_t id) {
    if (slots_.empty()) return nullptr;
    for (size_t i = start(id);; i = (i + 1) & mask_) {
      if (slots_[i].first == id) return &slots_[i].second;
      if (slots_[i].first == 0) return nullptr;
    }
  }
  const T* find(uint64_t id) const { return const_cast<IdMap*>(this)->find(id); }
  bool contains(uint64_t id) const { return find(id) != nullptr; }
  /// The value of `id`, made with T() when it is new.
  T& operator[](uint64_t id) {
    if (T* found = find(id)) return *found;
    if ((count_ + 1) * 2 > slots_.size()) grow();
    ++count_;
    return place(id).second;
  }
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  size_t capacity() const { return slots_.size(); }
  void clear() {   // keeps its memory
    for (auto& slot : slots_) slot = {};
    count_ = 0;
  }
  template <class F> void for_each(F&& f) const { for (const auto& [id, value] : slots_) if (id) f(id, value); }

 private:
  size_t start(uint64_t id) const { return (id * 0x9E3779B97F4A7C15ull >> 32) & mask_; }
  std::pair<uint64_t, T>& place(uint64_t id) {
    size_t i = start(id);
    while (slots_[i].first != 0) i = (i + 1) & mask_;
    slots_[i].first = id;
    return slots_[i];
  }
  void grow() {
    auto old = std::move(slots_);
    slots_ = std::vector<std::pair<uint64_t, T>>(old.empty() ? 16 : old.size() * 2);
    mask_ = slots_.size() - 1;
    for (auto& [id, value] : old) if (id) place(id).second = std::move(value);
  }
  std::vector<std::pair<uint64_t, T>> slots_;
  size_t mask_ = 0, count_ = 0;
};

}  // namespace tapedeck
