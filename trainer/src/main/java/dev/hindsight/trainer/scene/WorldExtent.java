package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// How large the world of a recording is, where no map says so: where agents go and want to go, at
/// ticks spread through the recording.
public final class WorldExtent {
  private static final int SAMPLES = 200;

  /// Free space left around, as a part of the longer side.
  private static final double MARGIN = 0.05;

  private WorldExtent() {}

  /// Around all sampled poses and goals.
  public static Bounds of(Rollout rollout) {
    float[] xy = new float[0];
    for (String name : new String[] {"pose", "other_pose", "goal"}) {
      Optional<Channel> channel =
          rollout.channel(name).filter(c -> c.rowShape().length == 2 && c.rowShape()[1] >= 2);
      if (channel.isPresent()) {
        float[] more = sample(channel.get(), rollout.ticks());
        int size = xy.length;
        xy = Arrays.copyOf(xy, size + more.length);
        System.arraycopy(more, 0, xy, size, more.length);
      }
    }
    Bounds tight = Bounds.around(xy);
    double longer = Math.max(tight.width(), tight.height());
    return new Bounds(
        tight.minX() - MARGIN * longer,
        tight.minY() - MARGIN * longer,
        tight.maxX() + MARGIN * longer,
        tight.maxY() + MARGIN * longer);
  }

  /// x, y of every body on the map; NaN for those off it.
  private static float[] sample(Channel channel, int ticks) {
    int bodies = channel.rowShape()[0];
    int width = channel.rowShape()[1];
    int samples = Math.min(ticks, SAMPLES);
    float[] row = new float[bodies * width];
    float[] xy = new float[samples * bodies * 2];
    Arrays.fill(xy, Float.NaN);
    for (int sample = 0; sample < samples; sample++) {
      int tick = (int) ((long) sample * ticks / samples);
      channel.read(tick, 0, row, row.length);
      for (int body = 0; body < bodies; body++) {
        float x = row[body * width];
        float y = row[body * width + 1];
        if (new Poses.Pose(x, y, 0, tick).onMap()) {
          xy[(sample * bodies + body) * 2] = x;
          xy[(sample * bodies + body) * 2 + 1] = y;
        }
      }
    }
    return xy;
  }
}
