package dev.hindsight.render.film;

import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;

/// The ticks of a film that shows what happens: of each trial those in which an ego is still on the
/// map, the last of them for a moment longer, and nothing of an empty map.
public final class StoryTicks {
  /// Seconds of film that a trial's last picture stands longer.
  private static final double HOLD = 0.8;

  private StoryTicks() {}

  /// One tick for each frame, in order.
  ///
  /// @param ticks which of the recording; at least one of each trial among them is shown
  /// @param rate how many frames a second
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
      for (int again = 0; again < hold; again++) {
        frames.add(last);
      }
      tick = end;
    }
    return frames.stream().mapToInt(Integer::intValue).toArray();
  }

  /// The last tick in whose world an ego is on the map; the first where there is none, and the last
  /// of all where the recording does not tell.
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
