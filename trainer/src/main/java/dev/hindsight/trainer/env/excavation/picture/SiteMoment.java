package dev.hindsight.trainer.env.excavation.picture;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Poses;
import java.util.Optional;

/// The site and the machine at a tick, read from a recording.
///
/// @param size N
/// @param tile metres along a tile
/// @param tiles `[N * N]` bits of [SiteTile]
/// @param heights `[N * N]`
/// @param pose of the base
/// @param cabin direction of the cabin from the base, radians
/// @param wheel angle of the wheels, radians; positive to the left
/// @param load units of soil in the bucket
/// @param length of the machine, metres
/// @param width of the machine, metres
record SiteMoment(
    int size,
    float tile,
    int[] tiles,
    int[] heights,
    Poses.Pose pose,
    double cabin,
    double wheel,
    int load,
    float length,
    float width) {
  private static final double CABIN_STEP = Math.PI / 6;
  private static final double WHEEL_STEP = Math.PI / 9;

  /// Width of every site, metres.
  static final float SITE = 44;

  /// Tiles from the inner to the outer edge of the workspace, as the reference has them.
  private static final int DIG_RADIUS = 6;

  private static final float MARGIN = 0.5f;

  /// Reads a moment; empty if the recording lacks its columns.
  static Optional<SiteMoment> of(Moment moment) {
    Rollout rollout = moment.rollout();
    Optional<Channel> tiles = rollout.channel(SiteTile.COLUMN).filter(SiteMoment::square);
    Optional<Channel> ground = rollout.channel(SiteTile.GROUND).filter(SiteMoment::square);
    Optional<Channel> machine = rollout.channel(SiteTile.EXCAVATOR).filter(c -> c.rowLength() == 5);
    Optional<Poses> poses = Poses.of(rollout, "pose");
    boolean inside = moment.tick() >= 0 && moment.tick() < rollout.ticks();
    if (!inside
        || tiles.isEmpty()
        || ground.isEmpty()
        || machine.isEmpty()
        || poses.isEmpty()
        || ground.get().rowLength() != tiles.get().rowLength()) {
      return Optional.empty();
    }
    int size = tiles.get().rowShape()[0];
    int[] bits = new int[size * size];
    int[] heights = new int[size * size];
    int[] excavator = new int[5];
    tiles.get().read(moment.tick(), 0, bits, bits.length);
    ground.get().read(moment.tick(), 0, heights, heights.length);
    machine.get().read(moment.tick(), 0, excavator, excavator.length);
    float tile = SITE / size;
    Optional<NpyArray> body = rollout.fixed("size").filter(array -> array.length() == 2);
    return Optional.of(
        new SiteMoment(
            size,
            tile,
            bits,
            heights,
            poses.get().at(moment.tick(), 0),
            excavator[0] * CABIN_STEP,
            excavator[1] * WHEEL_STEP,
            excavator[2],
            body.map(array -> (float) array.value(0)).orElse(5 * tile),
            body.map(array -> (float) array.value(1)).orElse(3 * tile)));
  }

  private static boolean square(Channel channel) {
    int[] shape = channel.rowShape();
    return shape.length == 2 && shape[0] == shape[1] && shape[0] > 0;
  }

  boolean is(int index, int bit) {
    return (tiles[index] & bit) != 0;
  }

  /// Direction of the arm, radians counter-clockwise from +x.
  double arm() {
    return pose.heading() + cabin;
  }

  /// Distance of the inner edge of the workspace from the machine's centre, metres.
  float nearest() {
    return MARGIN + Math.max(length, width) / 2;
  }

  /// Distance of its outer edge.
  float farthest() {
    return nearest() + DIG_RADIUS * tile;
  }

  /// How far the task is.
  ///
  /// @param dug tiles that have been dug, of those that must be
  /// @param toDig tiles that must be dug
  /// @param inZone units of soil in the dump zone
  /// @param soil units of soil, those in the bucket too
  record Progress(int dug, int toDig, int inZone, int soil) {}

  Progress progress() {
    int dug = 0;
    int toDig = 0;
    int inZone = 0;
    int soil = load;
    for (int i = 0; i < tiles.length; i++) {
      int here = Math.max(0, heights[i]);
      soil += here;
      inZone += is(i, SiteTile.ZONE) ? here : 0;
      toDig += is(i, SiteTile.DIG) ? 1 : 0;
      dug += is(i, SiteTile.DIG) && heights[i] < 0 ? 1 : 0;
    }
    return new Progress(dug, toDig, inZone, soil);
  }
}
