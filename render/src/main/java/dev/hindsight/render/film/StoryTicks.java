package dev.hindsight.render.film;

import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;

/// The ticks of a film that shows what happens: for each trial the ticks with an ego on the map,
/// with a longer last picture, and none of an empty map.
public final class StoryTicks {
  /// Additional seconds of a trial's last picture.
  private static final double HOLD = 0.8;

  private StoryTicks() {}

  /// One tick for each frame, in order.
  ///
  /// @param ticks span of the recording; at least one of each trial within it is shown
  /// @param rate frames per second
  public static int[] of(Rollout rollout, Span ticks, FrameRate rate) {
    int hold = (int) Math.max(1, Math.round(HOLD / rate.frameSeconds()));
    List<Integer> frames = new ArrayList<>();
    TrialIndex trials = rollout.trials();
    int tick = ticks.from();
    while (tick < ticks.to()) {
      int end =
          trials.count() == 0
              ? ticks.to()
              : Math.min(ticks.to(), trials.end(trials.stretchAt(tick)));
      int last = lastBusy(rollout, tick, end);
      for (; tick <= last; tick++) {
        frames.add(tick);
      }
      for (int copy = 0; copy < hold; copy++) {
        frames.add(last);
      }
      tick = end;
    }
    return frames.stream().mapToInt(Integer::intValue).toArray();
  }

  /// The last tick with an ego on the map; the first tick if there is none, and the last tick of
  /// all if the recording does not say.
  private static int lastBusy(Rollout rollout, int from, int to) {
    Limbo limbo = new Limbo(rollout);
    List<Side> sides = Side.of(rollout);
    if (!limbo.isRecorded() || !sides.contains(Side.EGO)) {
      return to - 1;
    }
    for (int tick = to - 1; tick > from; tick--) {
      for (int agent = 0; agent < sides.size(); agent++) {
        if (sides.get(agent) == Side.EGO && !limbo.at(tick, agent)) {
          return tick;
        }
      }
    }
    return from;
  }
}
