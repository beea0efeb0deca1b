package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.ObservationSources.ObservationSource;
import dev.hindsight.trainer.scene.Poses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The body, goal or road that each number of the selected vehicle's observation comes from.
///
/// Bodies fill the rows of partners in their own order, agents first, skipping those that are not
/// seen, just as [dev.hindsight.trainer.env.drive.observation.DriveObserver] writes them. Each row
/// is checked against the place of its body; a row that does not match (a recording made elsewhere)
/// has no source.
final class DriveSources {
  /// Largest difference between a row and the place of its body, in units of the observation.
  private static final double AGREE = 1e-4;

  private static final double FAR = DriveLayout.PARTNER_RANGE * DriveLayout.PARTNER_RANGE;

  private final Moment moment;
  private final Poses poses;
  private final List<ObservationSource> found = new ArrayList<>();

  private DriveSources(Moment moment, Poses poses) {
    this.moment = moment;
    this.poses = poses;
  }

  /// All sources known at a moment.
  static ObservationSources of(Moment moment) {
    Optional<Poses> poses =
        Poses.of(moment.rollout(), "pose")
            .filter(all -> moment.agent() >= 0 && moment.agent() < all.count());
    if (poses.isEmpty()) {
      return ObservationSources.NONE;
    }
    DriveSources sources = new DriveSources(moment, poses.get());
    sources.ego();
    ObservedTable.by(moment, poses.get(), DriveLayout.PARTNERS).ifPresent(sources::partners);
    ObservedTable.by(moment, poses.get(), DriveLayout.ROADS)
        .ifPresent(seen -> sources.found.addAll(RoadSources.of(moment.rollout(), seen)));
    return ObservationSources.of(moment.rollout().manifest().observation()).and(sources.found);
  }

  /// The goal is the source of its two numbers, the vehicle itself of all others.
  private void ego() {
    for (Segment segment : moment.rollout().manifest().observation().segments()) {
      if (segment.name().equals(DriveLayout.EGO) && segment.shape().size() == 1) {
        for (int i = 0; i < segment.features(); i++) {
          boolean goal = segment.feature(i).startsWith("goal_") && !isWeight(segment.feature(i));
          MarkSubject markSubject =
              goal ? MarkSubject.goal(moment.agent()) : MarkSubject.agent(moment.agent());
          found.add(new ObservationSource(markSubject, segment.offset() + i, 1));
        }
      }
    }
  }

  private static boolean isWeight(String feature) {
    return feature.endsWith("_weight");
  }

  private void partners(ObservedTable seen) {
    int row = 0;
    Optional<Channel> ghosts = moment.rollout().channel("ghost");
    boolean ghost = isGhost(ghosts, moment.agent());
    for (int agent = 0; !ghost && agent < poses.count(); agent++) {
      if (agent != moment.agent() && !isGhost(ghosts, agent)) {
        row += partner(seen, row, poses.at(moment.tick(), agent), MarkSubject.agent(agent));
      }
    }
    Optional<Poses> others = Poses.of(moment.rollout(), "other_pose");
    for (int other = 0; !ghost && others.isPresent() && other < others.get().count(); other++) {
      row += partner(seen, row, others.get().at(moment.tick(), other), MarkSubject.other(other));
    }
  }

  /// @return number of rows the body fills: 1 if it is near, else 0
  private int partner(ObservedTable seen, int row, Poses.Pose body, MarkSubject markSubject) {
    float dx = body.x() - seen.ego().x();
    float dy = body.y() - seen.ego().y();
    if (dx * dx + dy * dy > FAR || row >= seen.rows()) {
      return 0;
    }
    double cos = Math.cos(seen.ego().heading());
    double sin = Math.sin(seen.ego().heading());
    double ahead = (dx * cos + dy * sin) * DriveLayout.POSITION_SCALE;
    double left = (dy * cos - dx * sin) * DriveLayout.POSITION_SCALE;
    if (Math.abs(ahead - seen.feature(row, "rel_x")) <= AGREE
        && Math.abs(left - seen.feature(row, "rel_y")) <= AGREE) {
      found.add(new ObservationSource(markSubject, seen.offset(row), seen.table().features()));
    }
    return 1;
  }

  private boolean isGhost(Optional<Channel> ghosts, int agent) {
    return ghosts
        .filter(c -> c.rowLength() == poses.count())
        .map(c -> c.integer(moment.tick(), agent) != 0)
        .orElse(false);
  }

  /// The polyline of the map that each observed piece of road belongs to: the one with a piece
  /// whose middle lies where the observation says.
  private static final class RoadSources {
    /// Largest difference in metres between the middle of a piece and its observed place: float
    /// rounding of coordinates of a few kilometres.
    private static final double AGREE = 0.02;

    /// Pieces farther away than this along an axis, in metres, are never observed.
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
            road + 1 < offsets.get().length()
                ? (int) offsets.get().value(road + 1)
                : xy.length() / 2;
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

    /// x and y of each row; NaN for empty rows.
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
}
