package dev.hindsight.inspector.attention;

/// A cell of a map.
///
/// @param tile which picture
/// @param query ticks since the stretch began
/// @param slot of the cache
record AttentionMapCell(int tile, int query, int slot) {
  /// The cell so many further.
  AttentionMapCell moved(int queries, int slots, int ticks, int most) {
    return new AttentionMapCell(
        tile,
        Math.clamp((long) query + queries, 0, Math.max(0, ticks - 1)),
        Math.clamp((long) slot + slots, 0, Math.max(0, most - 1)));
  }
}
