package dev.hindsight.inspector.bookmark;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.OptionalInt;

/// A place that survives a second recording with longer or shorter trials: tick 36 of trial 2, not
/// tick 137. All numbers count from 0.
///
/// @param episode index of the episode, where episodes follow each other
/// @param trial the trial's number
/// @param tick ticks since the trial began
/// @param agent its agent, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
public record BookmarkPlace(int episode, int trial, int tick, int agent) {
  /// The place of a tick.
  ///
  /// @param tick `0..T-1`
  public static BookmarkPlace of(TrialIndex trials, int tick, int agent) {
    if (trials.count() == 0) {
      return new BookmarkPlace(0, 0, tick, agent);
    }
    int stretch = trials.stretchAt(tick);
    return new BookmarkPlace(
        episode(trials, stretch), trials.trial(stretch), tick - trials.start(stretch), agent);
  }

  /// The tick of this place in a recording; empty if the recording has no such trial or a shorter
  /// one.
  public OptionalInt in(TrialIndex trials) {
    int count = -1;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      if (trials.beginsEpisode(stretch)) {
        count++;
      }
      if (count == episode && trials.trial(stretch) == trial) {
        int found = trials.start(stretch) + tick;
        return found < trials.end(stretch) ? OptionalInt.of(found) : OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }

  /// The place in words, counted from 1 as users do: `trial 2, tick 36, agent 5`.
  public String words(AgentNames names) {
    return wording(
        "BookmarkPlace.trial_tick",
        episode > 0 ? wording("BookmarkPlace.episode", episode + 1) : "",
        trial + 1,
        tick,
        agent >= 0 ? ", " + names.titled(agent) : "");
  }

  private static int episode(TrialIndex trials, int stretch) {
    int count = -1;
    for (int earlier = 0; earlier <= stretch; earlier++) {
      count += trials.beginsEpisode(earlier) ? 1 : 0;
    }
    return count;
  }
}
