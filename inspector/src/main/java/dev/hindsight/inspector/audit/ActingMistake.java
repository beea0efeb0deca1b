package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A mistake that a program may have made when it ran a policy: in what it showed it, or in when it
/// wiped its memory. A policy that can only act is run with one after another, to see which gives
/// the recorded outputs.
///
/// @param words what went wrong, as a clause
/// @param showing makes the mistake
record ActingMistake(String words, Showing showing) {
  /// No mistake.
  static final ActingMistake NONE = new ActingMistake("", (_, _) -> {});

  /// Changes what a policy is shown at a tick.
  interface Showing {
    /// @param seen as it should be
    void alter(int tick, StepBuffer seen);
  }

  /// Whether an agent's memory is wiped before a tick.
  private interface Wiping {
    boolean before(int tick, int agent);
  }

  /// All that can show in a recording.
  ///
  /// @param differing agents whose outputs differ
  static List<ActingMistake> all(Rollout rollout, List<Integer> differing) {
    List<ActingMistake> all = new ArrayList<>(ofMemory(rollout));
    all.addAll(ofObservations(rollout, differing));
    if (AgentColumn.ofAnyWidth(rollout, RecordedActionMask.COLUMN).isPresent()) {
      all.add(
          new ActingMistake(
              wording("ActingMistake.every_action_shown_as_legal"),
              (_, seen) -> Arrays.fill(seen.actionMask, (byte) 1)));
    }
    return all;
  }

  private static List<ActingMistake> ofMemory(Rollout rollout) {
    EpisodeEnds ends = new EpisodeEnds(rollout);
    TrialIndex trials = rollout.trials();
    Optional<AgentColumn> truncation = AgentColumn.of(rollout, "truncation");
    Optional<AgentColumn> removed = AgentColumn.of(rollout, "removed");
    Wiping right = (tick, agent) -> tick > 0 && ends.ended(tick - 1, agent);
    return List.of(
        wiping(wording("ActingMistake.memory_not_wiped_between_episodes"), (_, _) -> false),
        wiping(
            wording("ActingMistake.memory_not_wiped_at_time_limits"),
            (tick, agent) -> right.before(tick, agent) && !ends.timedOut(tick - 1, agent)),
        wiping(
            wording("ActingMistake.memory_wiped_between_trials"),
            (tick, agent) ->
                right.before(tick, agent)
                    || (tick > 0
                        && trials.count() > 0
                        && trials.start(trials.stretchAt(tick)) == tick)),
        wiping(
            wording("ActingMistake.memory_wiped_at_truncations"),
            (tick, agent) -> right.before(tick, agent) || is(truncation, tick - 1, agent)),
        wiping(
            wording("ActingMistake.memory_wiped_after_limbo"),
            (tick, agent) -> right.before(tick, agent) || is(removed, tick - 1, agent)),
        wiping(wording("ActingMistake.memory_wiped_every_tick"), (_, _) -> true),
        wiping(
            wording("ActingMistake.memory_wiped_a_tick_late"),
            (tick, agent) -> tick > 1 && ends.ended(tick - 2, agent)),
        wiping(
            wording("ActingMistake.memory_wiped_a_tick_early"),
            (tick, agent) -> ends.ended(tick, agent)));
  }

  private static boolean is(Optional<AgentColumn> column, int tick, int agent) {
    return tick >= 0 && column.filter(flags -> flags.is(tick, agent)).isPresent();
  }

  private static ActingMistake wiping(String words, Wiping wiping) {
    return new ActingMistake(
        words,
        (tick, seen) -> {
          for (int agent = 0; agent < seen.terminal.length; agent++) {
            seen.terminal[agent] = (byte) (wiping.before(tick, agent) ? 1 : 0);
          }
        });
  }

  private static List<ActingMistake> ofObservations(Rollout rollout, List<Integer> differing) {
    AgentColumn observed = AgentColumn.ofAnyWidth(rollout, "observation").orElseThrow();
    int width = observed.width();
    List<ActingMistake> all = new ArrayList<>();
    all.add(
        new ActingMistake(
            wording("ActingMistake.observations_of_the_tick_before"),
            (tick, seen) -> observed.read(Math.max(0, tick - 1), seen.observation)));
    all.add(
        new ActingMistake(
            wording("ActingMistake.observations_of_the_next_tick"),
            (tick, seen) ->
                observed.read(Math.min(rollout.ticks() - 1, tick + 1), seen.observation)));
    all.add(
        new ActingMistake(
            wording("ActingMistake.observations_in_limbo_shown_as_zeros"),
            (_, seen) -> {
              for (int agent = 0; agent < seen.removed.length; agent++) {
                if (seen.removed[agent] != 0) {
                  Arrays.fill(seen.observation, agent * width, (agent + 1) * width, 0);
                }
              }
            }));
    if (differing.size() == 2) {
      AgentNames names = AgentNames.of(rollout);
      int one = differing.getFirst();
      int other = differing.getLast();
      all.add(
          new ActingMistake(
              wording(
                  "ActingMistake.observations_of_and_exchanged",
                  names.titled(one),
                  names.titled(other)),
              (_, seen) -> exchange(seen.observation, one * width, other * width, width)));
    }
    return all;
  }

  private static void exchange(float[] numbers, int one, int other, int count) {
    for (int i = 0; i < count; i++) {
      float first = numbers[one + i];
      numbers[one + i] = numbers[other + i];
      numbers[other + i] = first;
    }
  }
}
