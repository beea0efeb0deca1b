package dev.hindsight.trainer.env.excavation.simulation;

/// Sizes of the grid and of the machine.
///
/// @param size N, tiles along each side of the site
/// @param tile metres along a tile
/// @param width of the machine, in tiles
/// @param length of the machine, in tiles
/// @param base what it stands on
/// @param moveTiles tiles of a move
/// @param digRadius tiles from the inner to the outer edge of the workspace
/// @param rounding how a move ends
public record SiteGeometry(
    int size,
    double tile,
    int width,
    int length,
    BaseType base,
    int moveTiles,
    int digRadius,
    MoveRounding rounding) {
  /// Directions of the base, of the cabin and of the arm, 30 degrees apart.
  public static final int DIRECTIONS = 12;

  /// Steering positions to each side.
  public static final int WHEEL_STOP = 2;

  private static final double MACHINE_WIDTH = 3.5;
  private static final double MACHINE_LENGTH = 6.08;
  private static final double SITE = 44;
  private static final int MOVE_TILES = 5;
  private static final int DIG_RADIUS = 6;

  /// Checks the sizes.
  public SiteGeometry {
    if (size < 8 || size > 256 || !(tile > 0) || width < 1 || length < 1) {
      throw new IllegalArgumentException("a site of " + size + " tiles of " + tile + " m");
    }
    if (rounding == MoveRounding.REFERENCE && moveTiles != MOVE_TILES) {
      throw new IllegalArgumentException("the reference moves " + MOVE_TILES + " tiles");
    }
  }

  /// The default site, 44 m wide, in N x N tiles.
  public static SiteGeometry of(int size, BaseType base) {
    return of(size, SITE / size, base);
  }

  /// A site with tiles of a given size, and the machine that the reference puts there.
  public static SiteGeometry of(int size, double tile, BaseType base) {
    return new SiteGeometry(
        size,
        tile,
        odd(MACHINE_WIDTH / tile),
        odd(MACHINE_LENGTH / tile),
        base,
        MOVE_TILES,
        DIG_RADIUS,
        MoveRounding.EXACT);
  }

  /// The same with another machine.
  public SiteGeometry withMachine(int newWidth, int newLength) {
    return new SiteGeometry(size, tile, newWidth, newLength, base, moveTiles, digRadius, rounding);
  }

  /// The same with another workspace.
  public SiteGeometry withDigRadius(int tiles) {
    return new SiteGeometry(size, tile, width, length, base, moveTiles, tiles, rounding);
  }

  /// The same with another rounding of moves.
  public SiteGeometry withRounding(MoveRounding other) {
    return new SiteGeometry(size, tile, width, length, base, moveTiles, digRadius, other);
  }

  /// Number of tiles of the site.
  public int tiles() {
    return size * size;
  }

  private static int odd(double tiles) {
    int rounded = (int) Math.rint(tiles);
    return rounded % 2 == 0 ? rounded + 1 : rounded;
  }
}
