package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.scene.Poses;
import java.util.ArrayList;
import java.util.List;

/// A recording in which all vehicles drive as logged, K times, with some events: an agent that
/// reaches the end of its log is in limbo until the trial ends; agents 3 and 4 touch for a while,
/// agent 5 leaves the road; the last few are not controlled.
public final class LoggedTraffic {
  private static final int LIMBO_TICKS = 25;

  private LoggedTraffic() {}

  /// @param others how many of the objects, the last ones, are not controlled: experts and parked
  ///   cars in turn
  public static MemoryRollout of(DriveMap map, int trials, int others) {
    List<DriveMap.Track> tracks = map.objects();
    int agents = tracks.size() - others;
    int length = tracks.stream().mapToInt(DriveMap.Track::ticks).max().orElse(1);
    float[] mean = mean(map);
    MemoryRollout rollout = new MemoryRollout("drive", agents, trials * length, trials);
    roads(map, mean, rollout);
    rollout.with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, length));
    rollout.with("trial_tick", Dtype.I4, (tick, _) -> tick % length);
    rollout.with(
        "removed",
        Dtype.BOOL,
        (tick, agent) -> limbo(tracks, agent, tick / length, tick % length) ? 1 : 0,
        agents);
    rollout.with(
        "pose",
        Dtype.F4,
        (tick, i) ->
            limbo(tracks, i / 3, tick / length, tick % length)
                ? i % 3 < 2 ? Poses.OFF_MAP : 0
                : pose(tracks.get(i / 3), tick % length, i % 3, mean),
        agents,
        3);
    rollout.with(
        "other_pose",
        Dtype.F4,
        (tick, i) -> {
          int other = i / 3;
          int at = other % 2 == 0 ? 0 : tick % length;
          return pose(tracks.get(agents + other), at, i % 3, mean);
        },
        others,
        3);
    rollout.with(
        "goal",
        Dtype.F4,
        (_, i) -> {
          DriveMap.Track track = tracks.get(i / 2);
          return i % 2 == 0 ? track.goalX() - mean[0] : track.goalY() - mean[1];
        },
        agents,
        2);
    rollout.with(
        "collision",
        Dtype.I1,
        (tick, agent) -> tick % length < 30 ? 0 : agent == 3 || agent == 4 ? 1 : agent == 5 ? 2 : 0,
        agents);
    rollout.with("size", sizes(tracks.subList(0, agents)));
    rollout.with("other_size", sizes(tracks.subList(agents, tracks.size())));
    int[] kinds = new int[others];
    for (int i = 0; i < others; i++) {
      kinds[i] = 2 - i % 2;
    }
    return rollout.with("other_kind", NpyArray.of(kinds, others));
  }

  /// Every third agent arrives before the trial is over, earlier from trial to trial.
  private static boolean limbo(List<DriveMap.Track> tracks, int agent, int trial, int tick) {
    return agent % 3 == 1 && tick >= tracks.get(agent).ticks() - LIMBO_TICKS - 5 * trial;
  }

  private static double pose(DriveMap.Track track, int tick, int component, float[] mean) {
    int at = Math.min(tick, track.ticks() - 1);
    return switch (component) {
      case 0 -> track.x()[at] - mean[0];
      case 1 -> track.y()[at] - mean[1];
      default -> track.heading()[at];
    };
  }

  private static NpyArray sizes(List<DriveMap.Track> tracks) {
    float[] sizes = new float[2 * tracks.size()];
    for (int i = 0; i < tracks.size(); i++) {
      sizes[2 * i] = tracks.get(i).length();
      sizes[2 * i + 1] = tracks.get(i).width();
    }
    return NpyArray.of(sizes, tracks.size(), 2);
  }

  private static void roads(DriveMap map, float[] mean, MemoryRollout rollout) {
    List<Float> points = new ArrayList<>();
    int[] offsets = new int[map.roads().size() + 1];
    int[] types = new int[map.roads().size()];
    for (int road = 0; road < types.length; road++) {
      DriveMap.Road polyline = map.roads().get(road);
      offsets[road] = points.size() / 2;
      types[road] = polyline.type();
      for (int i = 0; i < polyline.x().length; i++) {
        points.add(polyline.x()[i] - mean[0]);
        points.add(polyline.y()[i] - mean[1]);
      }
    }
    offsets[types.length] = points.size() / 2;
    float[] xy = new float[points.size()];
    for (int i = 0; i < xy.length; i++) {
      xy[i] = points.get(i);
    }
    rollout.with("road/points", NpyArray.of(xy, xy.length / 2, 2));
    rollout.with("road/offsets", NpyArray.of(offsets, offsets.length));
    rollout.with("road/types", NpyArray.of(types, types.length));
  }

  private static float[] mean(DriveMap map) {
    double x = 0;
    double y = 0;
    int count = 0;
    for (DriveMap.Road road : map.roads()) {
      for (int i = 0; i < road.x().length; i++) {
        x += road.x()[i];
        y += road.y()[i];
        count++;
      }
    }
    return new float[] {(float) (x / Math.max(1, count)), (float) (y / Math.max(1, count))};
  }
}
