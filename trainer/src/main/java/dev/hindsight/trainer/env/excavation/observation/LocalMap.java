package dev.hindsight.trainer.env.excavation.observation;

import java.util.Locale;

/// A layer of the site that is summed over the workspace of each direction.
public enum LocalMap {
  /// Dug tiles, as -1.
  ACTION_NEG,
  /// Units of soil.
  ACTION_POS,
  /// Tiles that must be dug, as -1.
  TARGET_NEG,
  /// Tiles of the dump zone.
  TARGET_POS,
  /// Tiles where soil may be dumped.
  DUMPABILITY,
  /// Outlines of obstacles.
  OBSTACLES,
  /// Tiles of the border.
  BORDER_WORKSPACE,
  /// Angles between arm and edge over the tiles of the border, in radians, without the fraction.
  EDGE_ALIGNMENT_ERROR,
  /// Tiles of the border along whose edge the arm lies.
  BORDER_DIGGABLE;

  /// Number of layers.
  public static final int COUNT = 9;

  /// The name in files.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Position of the layer in an array of all.
  @SuppressWarnings("EnumOrdinal") // the order of the constants is the layout of those arrays
  public int index() {
    return ordinal();
  }
}
