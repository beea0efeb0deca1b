package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The positions of bodies, in a channel shaped `[tick, body, 3]` (x m, y m, heading rad), and
/// their last positions before they left the map.
///
/// A body off the map has the position (-10000, -10000) or NaN, or one that no world holds. Cheap
/// to create; any thread.
public final class Poses {
  /// Both coordinates of a body that is off the map.
  public static final float OFF_MAP = -10_000;

  /// No coordinate is farther from 0, in metres: what a simulation that went wrong recorded there
  /// is no place.
  private static final float FARTHEST = 1e9f;

  private final Rollout rollout;
  private final Channel channel;
  private final int count;

  private Poses(Rollout rollout, Channel channel) {
    this.rollout = rollout;
    this.channel = channel;
    this.count = channel.rowShape()[0];
  }

  /// A position and direction at a tick.
  ///
  /// @param heading radians, counter-clockwise from +x
  public record Pose(float x, float y, float heading, int tick) {
    /// Whether the position is on the map.
    public boolean onMap() {
      return Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST && !(x == OFF_MAP && y == OFF_MAP);
    }
  }

  /// The bodies of a channel.
  ///
  /// @param name `pose` for agents, `other_pose` for other bodies
  /// @return empty if the recording has no such channel, or one of another shape
  public static Optional<Poses> of(Rollout rollout, String name) {
    return rollout
        .channel(name)
        .filter(channel -> channel.rowShape().length == 2 && channel.rowShape()[1] == 3)
        .map(channel -> new Poses(rollout, channel));
  }

  /// Number of bodies.
  public int count() {
    return count;
  }

  /// The poses of all bodies at a tick: `[count * 3]`.
  public float[] row(int tick) {
    float[] row = new float[count * 3];
    channel.read(tick, 0, row, row.length);
    return row;
  }

  /// The pose of a body at a tick; it may be off the map.
  public Pose at(int tick, int body) {
    float[] pose = new float[3];
    channel.read(tick, body * 3, pose, 3);
    return new Pose(pose[0], pose[1], pose[2], tick);
  }

  /// The pose of a body or, if it has left the map, its last one on the map in this trial.
  ///
  /// Bodies that leave stay away until the trial ends, so a doubling and a binary search find the
  /// tick with a few reads, however long the trial.
  ///
  /// @return empty for a body that was not on the map in this trial, or does not exist
  public Optional<Pose> lastSeen(int tick, int body) {
    if (body < 0 || body >= count || tick < 0 || tick >= rollout.ticks()) {
      return Optional.empty();
    }
    Pose now = at(tick, body);
    if (now.onMap()) {
      return Optional.of(now);
    }
    int first = trialStart(tick);
    int away = tick;
    int step = 1;
    Pose seen = now;
    while (!seen.onMap() && away > first) {
      int earlier = Math.max(first, tick - step);
      seen = at(earlier, body);
      away = seen.onMap() ? away : earlier;
      step *= 2;
    }
    while (seen.onMap() && seen.tick() + 1 < away) {
      Pose middle = at((seen.tick() + away) / 2, body);
      if (middle.onMap()) {
        seen = middle;
      } else {
        away = middle.tick();
      }
    }
    return Optional.of(seen).filter(Pose::onMap);
  }

  /// First tick of a tick's trial.
  public int trialStart(int tick) {
    return rollout.trials().start(rollout.trials().stretchAt(tick));
  }
}
