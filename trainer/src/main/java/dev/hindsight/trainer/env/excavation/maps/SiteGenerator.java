package dev.hindsight.trainer.env.excavation.maps;

import dev.hindsight.trainer.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Generates sites: the same seed gives the same site. Lengths are in tiles of a 64 x 64 grid and
/// half as long in one of 32 x 32.
public final class SiteGenerator {
  private static final int MARGIN = 8;

  /// Tiles between obstacles and what must be dug.
  private static final int CLEARANCE = 2;

  private static final int TRIES = 200;

  private final int size;
  private final byte[] target;
  private final byte[] obstacles;
  private final byte[] dumpable;
  private final byte[] heights;
  private final List<MapAxis> axes = new ArrayList<>();
  private long random;

  private SiteGenerator(int size, long seed) {
    this.size = size;
    int tiles = size * size;
    target = new byte[tiles];
    obstacles = new byte[tiles];
    dumpable = new byte[tiles];
    heights = new byte[tiles];
    Arrays.fill(dumpable, (byte) 1);
    random = SplitMix64.mix(seed);
  }

  /// Generates a site.
  ///
  /// @param size N, at least 32
  public static ExcavationMap generate(SiteKind kind, int size, long seed) {
    if (size < 32) {
      throw new IllegalArgumentException("a site of " + size + " tiles is too small");
    }
    SiteGenerator site = new SiteGenerator(size, seed);
    switch (kind) {
      case PIT -> site.pit();
      case FOUNDATION -> site.foundation();
      case RING -> site.ring();
      case TRENCH -> site.trench();
      case RELOCATION -> site.relocation();
    }
    return new ExcavationMap(
        size,
        site.target,
        site.obstacles,
        site.dumpable,
        site.heights,
        TaxicabDistance.toDumpZone(size, site.target),
        site.axes,
        List.of());
  }

  /// A span of rows and columns, the ends exclusive.
  private record Box(int top, int left, int bottom, int right) {
    Box grown(int by, int size) {
      return new Box(
          Math.max(0, top - by),
          Math.max(0, left - by),
          Math.min(size, bottom + by),
          Math.min(size, right + by));
    }

    Box with(Box other) {
      return new Box(
          Math.min(top, other.top),
          Math.min(left, other.left),
          Math.max(bottom, other.bottom),
          Math.max(right, other.right));
    }
  }

  private int draw(int least, int most) {
    random += SplitMix64.GAMMA;
    return least + (int) (SplitMix64.unit(SplitMix64.mix(random)) * (most - least + 1));
  }

  /// A length of the 64 x 64 grid on this one.
  private int scaled(int tiles) {
    return Math.max(1, tiles * size / 64);
  }

  private static void fill(byte[] layer, int size, Box box, int value) {
    for (int row = box.top; row < box.bottom; row++) {
      Arrays.fill(layer, row * size + box.left, row * size + box.right, (byte) value);
    }
  }

  /// A box somewhere within the inner part of the site.
  private Box place(int rows, int columns, int margin) {
    int top = draw(margin, Math.max(margin, size - margin - rows));
    int left = draw(margin, Math.max(margin, size - margin - columns));
    return new Box(top, left, Math.min(size, top + rows), Math.min(size, left + columns));
  }

  private void pit() {
    int margin = scaled(2 * MARGIN - 4);
    Box pit = place(draw(scaled(6), scaled(8)), draw(scaled(6), scaled(8)), margin);
    fill(target, size, pit.grown(margin, size), 1);
    fill(target, size, pit, -1);
  }

  private void foundation() {
    int margin = scaled(2 * MARGIN);
    Box foundation = place(draw(scaled(8), scaled(12)), draw(scaled(8), scaled(12)), margin);
    fill(target, size, foundation.grown(scaled(MARGIN), size), 1);
    fill(target, size, foundation, -1);
    obstacles(draw(1, 3), 3, 6);
    clearZone();
  }

  private void ring() {
    int margin = scaled(2 * MARGIN);
    Box one = place(draw(scaled(8), scaled(14)), draw(scaled(8), scaled(14)), margin);
    int row = draw(one.top, one.bottom - 1);
    int column = draw(one.left, one.right - 1);
    Box two =
        new Box(
            row,
            column,
            Math.min(size - margin, row + draw(scaled(6), scaled(10))),
            Math.min(size - margin, column + draw(scaled(6), scaled(10))));
    boolean both = two.bottom - two.top > 1 && two.right - two.left > 1;
    Box box = both ? one.with(two) : one;
    fill(target, size, box.grown(scaled(MARGIN), size), 1);
    fill(target, size, one, -1);
    if (both) {
      fill(target, size, two, -1);
    }
    road(box.grown(scaled(MARGIN), size));
    obstacles(draw(1, 3), 3, 6);
    clearZone();
  }

  /// A wall from side to side beside the dump zone, and a road along it.
  private void road(Box zone) {
    int wide = scaled(4) / 2;
    boolean horizontal = draw(0, 1) == 0;
    int before = horizontal ? zone.top : zone.left;
    int after = size - (horizontal ? zone.bottom : zone.right);
    int wall = before >= after ? draw(0, Math.max(0, before / 2 - wide)) : size - wide;
    int road = before >= after ? wall + wide : wall - wide;
    fill(obstacles, size, strip(horizontal, wall, wide), 1);
    fill(dumpable, size, strip(horizontal, wall, wide), 0);
    fill(dumpable, size, strip(horizontal, road, wide), 0);
  }

  private Box strip(boolean horizontal, int from, int wide) {
    int to = Math.min(size, from + wide);
    return horizontal ? new Box(from, 0, to, size) : new Box(0, from, size, to);
  }

  private void trench() {
    int count = draw(1, 3);
    boolean horizontal = draw(0, 1) == 0;
    int middle = draw(size * 2 / 5, size * 3 / 5);
    Box all = new Box(middle, middle, middle + 1, middle + 1);
    List<Box> strips = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = draw(Math.max(3, size * 4 / 100), size * 30 / 100);
      int from = middle - draw(0, length - 2);
      int across = middle + (i == 2 ? draw(4, scaled(12)) : 0);
      Box box =
          horizontal
              ? new Box(across, from, across + 2, from + length)
              : new Box(from, across, from + length, across + 2);
      axes.add(
          horizontal ? new MapAxis(0, 1, -(across + 0.5f)) : new MapAxis(1, 0, -(across + 0.5f)));
      strips.add(box);
      all = all.with(box);
      horizontal = !horizontal;
    }
    fill(target, size, all.grown(scaled(2 * MARGIN), size), 1);
    strips.forEach(box -> fill(target, size, box, -1));
    obstacles(draw(0, 3), 5, 9);
    int squares = draw(0, 3);
    for (int i = 0; i < squares; i++) {
      block(dumpable, 0, draw(scaled(8), scaled(12)));
    }
    clearZone();
  }

  private void relocation() {
    int side = draw(scaled(8), scaled(12));
    Box zone = place(scaled(16), scaled(16), scaled(MARGIN));
    fill(target, size, zone, 1);
    for (int i = 0; i < TRIES; i++) {
      Box heap = place(side, side, scaled(MARGIN));
      if (isFree(heap.grown(CLEARANCE, size))) {
        fill(heights, size, heap, draw(1, 2));
        return;
      }
    }
    throw new IllegalStateException("no room for a heap");
  }

  private void obstacles(int count, int least, int most) {
    for (int i = 0; i < count; i++) {
      block(obstacles, 1, draw(scaled(least), scaled(most)));
    }
  }

  /// Puts a square where it stays clear of what must be dug; leaves it out if there is no room.
  private void block(byte[] layer, int value, int side) {
    for (int i = 0; i < TRIES; i++) {
      Box square = place(side, side, 0);
      if (isUndug(square.grown(CLEARANCE, size))) {
        fill(layer, size, square, value);
        return;
      }
    }
  }

  private boolean isUndug(Box box) {
    return tiles(box).noneMatch(tile -> target[tile] < 0);
  }

  private boolean isFree(Box box) {
    return tiles(box).allMatch(tile -> target[tile] == 0);
  }

  private IntStream tiles(Box box) {
    return IntStream.range(box.top, box.bottom)
        .flatMap(row -> IntStream.range(row * size + box.left, row * size + box.right));
  }

  /// Nothing is dumped on obstacles and on ground where it must not be.
  private void clearZone() {
    for (int tile = 0; tile < target.length; tile++) {
      if (target[tile] > 0 && (obstacles[tile] != 0 || dumpable[tile] == 0)) {
        target[tile] = 0;
      }
    }
  }
}
