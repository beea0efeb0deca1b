package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources.ObservationSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which polyline of the map each observed piece of road belongs to: the one with a piece whose
/// middle lies where the observation says.
final class RoadSources {
  /// How far the middle of a piece may be from where it is observed, in metres: float rounding of
  /// coordinates of a few kilometres.
  private static final double AGREE = 0.02;

  /// Pieces farther away than this are never observed, in metres along an axis.
  private static final double REACH = 60;

  private RoadSources() {}

  static List<ObservationSource> of(Rollout rollout, ObservedTable seen) {
    Optional<NpyArray> points = rollout.fixed("road/points");
    Optional<NpyArray> offsets = rollout.fixed("road/offsets");
    Optional<NpyArray> types = rollout.fixed("road/types");
    if (points.isEmpty() || offsets.isEmpty() || types.isEmpty()) {
      return List.of();
    }
    float[] middles = observed(seen);
    List<ObservationSource> found = new ArrayList<>();
    NpyArray xy = points.get();
    int roads = Math.min(types.get().length(), offsets.get().length());
    for (int road = 0; road < roads; road++) {
      int first = (int) offsets.get().value(road);
      int end =
          road + 1 < offsets.get().length() ? (int) offsets.get().value(road + 1) : xy.length() / 2;
      for (int p = Math.max(0, first); p + 1 < Math.min(end, xy.length() / 2); p++) {
        double x = (xy.value(2 * p) + xy.value(2 * p + 2)) / 2;
        double y = (xy.value(2 * p + 1) + xy.value(2 * p + 3)) / 2;
        if (Math.abs(x - seen.ego().x()) < REACH && Math.abs(y - seen.ego().y()) < REACH) {
          match(seen, middles, x, y, new MarkSubject(MarkSubject.ROAD, road), found);
        }
      }
    }
    return found;
  }

  /// x and y of each row; NaN for those nobody fills.
  private static float[] observed(ObservedTable seen) {
    float[] middles = new float[2 * seen.rows()];
    for (int row = 0; row < seen.rows(); row++) {
      middles[2 * row] = seen.filled(row) ? seen.x(row) : Float.NaN;
      middles[2 * row + 1] = seen.filled(row) ? seen.y(row) : Float.NaN;
    }
    return middles;
  }

  private static void match(
      ObservedTable seen,
      float[] middles,
      double x,
      double y,
      MarkSubject road,
      List<ObservationSource> found) {
    for (int row = 0; row < seen.rows(); row++) {
      if (Math.abs(middles[2 * row] - x) < AGREE && Math.abs(middles[2 * row + 1] - y) < AGREE) {
        found.add(new ObservationSource(road, seen.offset(row), seen.table().features()));
      }
    }
  }
}
