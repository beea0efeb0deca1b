package dev.hindsight.inspector.attention;

/// A cell of a map.
///
/// @param tile index of the tile
/// @param query ticks since the stretch began
/// @param slot slot of the cache
record AttentionMapCell(int tile, int query, int slot) {
  /// The cell moved by some queries and slots, kept within the map.
  AttentionMapCell moved(int queries, int slots, int ticks, int most) {
    return new AttentionMapCell(
        tile,
        Math.clamp((long) query + queries, 0, Math.max(0, ticks - 1)),
        Math.clamp((long) slot + slots, 0, Math.max(0, most - 1)));
  }
}
