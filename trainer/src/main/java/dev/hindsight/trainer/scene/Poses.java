package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Where bodies are, in a channel shaped `[tick, body, 3]` (x m, y m, heading rad), and where they
/// were before they left the map.
///
/// A body that is off the map stands at (-10000, -10000) or at NaN. Cheap to make; any thread.
public final class Poses {
  /// Both coordinates of a body that is off the map.
  public static final float OFF_MAP = -10_000;

  private final Rollout rollout;
  private final Channel channel;
  private final int count;

  private Poses(Rollout rollout, Channel channel) {
    this.rollout = rollout;
    this.channel = channel;
    this.count = channel.rowShape()[0];
  }

  /// A place and a direction, at a tick.
  ///
  /// @param heading radians, counter-clockwise from +x
  public record Pose(float x, float y, float heading, int tick) {
    /// Whether this is a place on the map.
    public boolean onMap() {
      return Float.isFinite(x) && Float.isFinite(y) && !(x == OFF_MAP && y == OFF_MAP);
    }
  }

  /// The bodies of a channel.
  ///
  /// @param name `pose` for agents, `other_pose` for everyone else
  /// @return nothing where the recording has no such channel, or one of another shape
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

  /// Where everybody is at a tick: `[count * 3]`.
  public float[] row(int tick) {
    float[] row = new float[count * 3];
    channel.read(tick, 0, row, row.length);
    return row;
  }

  /// Where a body is at a tick, which may be off the map.
  public Pose at(int tick, int body) {
    float[] pose = new float[3];
    channel.read(tick, body * 3, pose, 3);
    return new Pose(pose[0], pose[1], pose[2], tick);
  }

  /// Where a body is or, if it has left the map, where it was last on it in this trial.
  ///
  /// Bodies that leave stay away until the trial ends, so the tick is found by doubling steps back
  /// and then halving: a few reads, however long the trial.
  ///
  /// @return nothing for a body that was not on the map in this trial, or does not exist
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

  /// First tick of the trial that a tick is in.
  public int trialStart(int tick) {
    return rollout.trials().start(rollout.trials().stretchAt(tick));
  }
}
