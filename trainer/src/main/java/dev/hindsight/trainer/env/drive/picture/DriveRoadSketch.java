package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Mark.Stroke;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The roads of a recording: `road/points` f4 `[point, 2]`, `road/offsets` i4 `[road]` or `[road +
/// 1]` (first point of each), `road/types` i4 `[road]`.
final class DriveRoadSketch {
  private static final int LANE = 4;
  private static final int LINE = 5;
  private static final int EDGE = 6;

  /// A little wider than a lane, so that neighbouring lanes join into one surface.
  private static final Stroke SURFACE = Stroke.solid(4.2f, 2);

  private static final Stroke LANE_CENTRE = Stroke.solid(0.15f, 0.6f).faded(0.5f);
  private static final Stroke PAINT = Stroke.solid(0.15f, 0.7f).faded(0.6f);
  private static final Stroke KERB = Stroke.solid(0.3f, 1.1f);
  private static final Stroke OTHER = Stroke.solid(0.2f, 0.8f).faded(0.6f);

  private DriveRoadSketch() {}

  /// The map; empty if the recording has no roads or inconsistent ones.
  static Optional<Scene> of(Rollout rollout) {
    Optional<NpyArray> points = rollout.fixed("road/points");
    Optional<NpyArray> offsets = rollout.fixed("road/offsets");
    Optional<NpyArray> types = rollout.fixed("road/types");
    if (points.isEmpty() || offsets.isEmpty() || types.isEmpty()) {
      return Optional.empty();
    }
    return of(points.get().floats(), offsets.get().ints(), types.get().ints());
  }

  private static Optional<Scene> of(float[] xy, int[] offsets, int[] types) {
    List<List<Mark>> layers =
        List.of(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (int road = 0; road < types.length; road++) {
      int from = 2 * offsets[road];
      int to = road + 1 < offsets.length ? 2 * offsets[road + 1] : xy.length;
      if (from < 0 || to > xy.length || from > to) {
        return Optional.empty();
      }
      if (to - from >= 4) {
        add(
            Arrays.copyOfRange(xy, from, to),
            types[road],
            new MarkSubject(MarkSubject.ROAD, road),
            layers);
      }
    }
    List<Mark> marks = new ArrayList<>();
    layers.forEach(marks::addAll);
    return Optional.of(new Scene(Bounds.around(xy), marks));
  }

  private static void add(float[] xy, int type, MarkSubject markSubject, List<List<Mark>> layers) {
    switch (type) {
      case LANE -> {
        layers.get(0).add(new Mark.Polyline(xy, SURFACE, Tone.ROAD_SURFACE, markSubject));
        layers.get(1).add(new Mark.Polyline(xy, LANE_CENTRE, Tone.ROAD_LANE, markSubject));
      }
      case LINE -> layers.get(3).add(new Mark.Polyline(xy, PAINT, Tone.ROAD_LINE, markSubject));
      case EDGE -> layers.get(4).add(new Mark.Polyline(xy, KERB, Tone.ROAD_EDGE, markSubject));
      default -> layers.get(2).add(new Mark.Polyline(xy, OTHER, Tone.ROAD_OTHER, markSubject));
    }
  }
}
