package dev.hindsight.trainer.env.excavation.maps;

/// Taxicab distances to the nearest marked tile, in two passes over the grid: linear in its size.
public final class TaxicabDistance {
  /// The reference divides distances in tiles by this number.
  private static final float SCALE = 24;

  private TaxicabDistance() {}

  /// Distance of each tile to the nearest dump zone, in tiles / 24; zeros if there is no dump zone.
  ///
  /// @param size N, of an N x N grid
  /// @param target `[N * N]`, above 0 in the dump zone
  public static float[] toDumpZone(int size, byte[] target) {
    int far = 2 * size;
    int[] steps = new int[size * size];
    boolean any = false;
    for (int tile = 0; tile < steps.length; tile++) {
      boolean zone = target[tile] > 0;
      any |= zone;
      int above = tile >= size ? steps[tile - size] : far;
      int left = tile % size > 0 ? steps[tile - 1] : far;
      steps[tile] = zone ? 0 : Math.min(far, 1 + Math.min(above, left));
    }
    float[] distance = new float[steps.length];
    for (int tile = steps.length - 1; tile >= 0; tile--) {
      int below = tile + size < steps.length ? steps[tile + size] : far;
      int right = tile % size < size - 1 ? steps[tile + 1] : far;
      steps[tile] = Math.min(steps[tile], 1 + Math.min(below, right));
      distance[tile] = any ? steps[tile] / SCALE : 0;
    }
    return distance;
  }
}
