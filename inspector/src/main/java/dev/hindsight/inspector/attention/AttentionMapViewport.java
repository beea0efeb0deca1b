package dev.hindsight.inspector.attention;

/// The cells of a map that are visible: queries from top to bottom, slots from left to right. Edges
/// lie between cells and need not be whole numbers.
///
/// @param top first query
/// @param bottom query after the last
/// @param left first slot
/// @param right slot after the last
public record AttentionMapViewport(double top, double bottom, double left, double right) {
  private static final double CLOSEST = 4;

  /// The viewport that shows a whole map.
  public static AttentionMapViewport all(int queries, int slots) {
    return new AttentionMapViewport(0, Math.max(1, queries), 0, Math.max(1, slots));
  }

  /// Zooms by a factor while one point stays where it is.
  ///
  /// @param factor above 1 zooms in
  /// @param all the whole map, which the viewport cannot leave
  public AttentionMapViewport zoomed(
      double factor, double query, double slot, AttentionMapViewport all) {
    double rows = Math.clamp((bottom - top) / factor, Math.min(CLOSEST, all.bottom), all.bottom);
    double columns = Math.clamp((right - left) / factor, Math.min(CLOSEST, all.right), all.right);
    double newTop = query - (query - top) / (bottom - top) * rows;
    double newLeft = slot - (slot - left) / (right - left) * columns;
    return within(newTop, newLeft, rows, columns, all);
  }

  /// Moves the viewport by some cells, kept within the map.
  public AttentionMapViewport panned(double queries, double slots, AttentionMapViewport all) {
    return within(top + queries, left + slots, bottom - top, right - left, all);
  }

  private static AttentionMapViewport within(
      double top, double left, double rows, double columns, AttentionMapViewport all) {
    double t = Math.clamp(top, 0, Math.max(0, all.bottom - rows));
    double l = Math.clamp(left, 0, Math.max(0, all.right - columns));
    return new AttentionMapViewport(t, t + rows, l, l + columns);
  }
}
