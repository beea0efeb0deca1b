package dev.hindsight.trainer.env.excavation.picture;

/// The columns that the picture is drawn from, and the bits of `tiles`, `[N, N]`, rows downward.
public final class SiteTile {
  /// Name of the column of these bits.
  public static final String COLUMN = "tiles";

  /// Name of the column of heights, `[N, N]`: -1 dug, 0 untouched, above 0 soil.
  public static final String GROUND = "ground";

  /// Name of the column of the machine, `[agent, 5]`: direction of the cabin, position of the
  /// wheels, load, level and site.
  public static final String EXCAVATOR = "excavator";

  /// The tile must be dug, by the task.
  public static final int DIG = 1;

  /// The tile belongs to the dump zone.
  public static final int ZONE = 2;

  /// An obstacle.
  public static final int OBSTACLE = 4;

  /// Soil may be dumped there now.
  public static final int DUMPABLE = 8;

  /// The previous dig dug there, and its soil is in the bucket.
  public static final int LAST_DIG = 16;

  /// In the workspace of the arm.
  public static final int REACHED = 32;

  /// What the action "dig or dump" would dig now, or where it would dump.
  public static final int WORK = 64;

  private SiteTile() {}
}
