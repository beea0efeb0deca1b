package dev.hindsight.trainer.env.excavation.simulation;

/// Where a move ends: straight on tracks or with straight wheels, otherwise on an arc.
///
/// Allocates nothing after construction.
final class MachineMotion {
  private static final int DIRECTIONS = SiteGeometry.DIRECTIONS;
  private static final int STOP = SiteGeometry.WHEEL_STOP;
  private static final double WHEEL_STEP = Math.toRadians(20);

  /// Straight moves of the reference, (rows, columns) by direction, in its 32-bit floats.
  private static final float[][] REFERENCE = {
    {-2.1855695e-7f, 5},
    {-2.5000002f, 4.330127f},
    {-4.330127f, 2.5000002f},
    {-5, -4.371139e-7f},
    {-4.3301263f, -2.500001f},
    {-2.4999995f, -4.330127f},
    {5.9624e-8f, -5},
    {2.500002f, -4.330126f},
    {4.3301277f, -2.4999988f},
    {5, 0},
    {4.330127f, 2.4999995f},
    {2.4999988f, 4.3301277f}
  };

  private final SiteGeometry geometry;

  /// `[direction][wheel + 2][0 forward, 1 backward]`: rows, columns and turn of the base.
  private final int[][][][] arcs = new int[DIRECTIONS][2 * STOP + 1][2][];

  /// Where the last move would end.
  int row;

  int column;
  int base;

  MachineMotion(SiteGeometry geometry) {
    this.geometry = geometry;
    for (int b = 0; b < DIRECTIONS; b++) {
      for (int wheel = -STOP; wheel <= STOP; wheel++) {
        arcs[b][wheel + STOP][0] = arc(b, wheel, 1);
        arcs[b][wheel + STOP][1] = arc(b, wheel, -1);
      }
    }
  }

  /// An arc around a centre beside the machine.
  private int[] arc(int b, int wheel, int sign) {
    double radius = geometry.width() / (StrictMath.tan(WHEEL_STEP * wheel) + 1e-6);
    double turn = sign * geometry.moveTiles() / radius;
    // Seen from the centre of the arc, the machine is at the right angle behind its heading.
    double from = Heading.radians(b) - Math.PI / 2;
    double rows = radius * (StrictMath.sin(from) - StrictMath.sin(from + turn));
    double columns = radius * (StrictMath.cos(from + turn) - StrictMath.cos(from));
    int newBase = (int) Math.rint((Heading.radians(b) + turn) / (2 * Math.PI) * DIRECTIONS);
    return new int[] {
      (int) Math.rint(rows), (int) Math.rint(columns), Math.floorMod(newBase, DIRECTIONS)
    };
  }

  /// Computes where a move ends, whether it is possible or not.
  ///
  /// @param backward 1 if backward, otherwise 0
  void move(int fromRow, int fromColumn, int fromBase, int wheel, int backward) {
    if (geometry.base() == BaseType.WHEELED && wheel != 0) {
      int[] arc = arcs[fromBase][wheel + STOP][backward];
      row = fromRow + arc[0];
      column = fromColumn + arc[1];
      base = arc[2];
      return;
    }
    int direction = (fromBase + backward * (DIRECTIONS / 2)) % DIRECTIONS;
    base = fromBase;
    if (geometry.rounding() == MoveRounding.REFERENCE) {
      row = (int) Math.rint((float) fromRow + REFERENCE[direction][0]);
      column = (int) Math.rint((float) fromColumn + REFERENCE[direction][1]);
    } else {
      row = (int) Math.rint(fromRow - geometry.moveTiles() * Heading.sine(direction));
      column = (int) Math.rint(fromColumn + geometry.moveTiles() * Heading.cosine(direction));
    }
  }
}
