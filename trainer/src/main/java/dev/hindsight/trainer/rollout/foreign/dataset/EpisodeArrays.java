package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The arrays of one episode of T steps; the first axis of each is the step.
///
/// Row t of an observation is what the agent saw before action t; where there are T + 1 rows, the
/// last is the final observation.
///
/// @param steps T
/// @param agents A, if the second axis of observations, actions and rewards is the agent; otherwise
///   there is one agent and no such axis
/// @param observations by path; a single array has the path `observation`
/// @param actions by path; a single array has the path `action`
/// @param others every other array of numbers by path
/// @param rewards `[T]` or `[T, A]`; empty if the file holds none
/// @param terminations likewise, 0 or 1: the episode ended for good
/// @param truncations likewise, 0 or 1: a limit cut it off
/// @param trials `[T]`, the number of the trial that each step belongs to, from 0; empty if the
///   file tells none, which is one trial
/// @param seed of the episode's reset, if known
record EpisodeArrays(
    int steps,
    OptionalInt agents,
    Map<String, NpyArray> observations,
    Map<String, NpyArray> actions,
    Map<String, NpyArray> others,
    Optional<NpyArray> rewards,
    NpyArray terminations,
    NpyArray truncations,
    Optional<NpyArray> trials,
    OptionalLong seed) {
  /// The path of an observation or action that is one array.
  static final String OBSERVATION = "observation";

  /// Likewise.
  static final String ACTION = "action";

  /// Copies the maps, keeping the order.
  EpisodeArrays {
    observations = new LinkedHashMap<>(observations);
    actions = new LinkedHashMap<>(actions);
    others = new LinkedHashMap<>(others);
  }

  /// Number of agents.
  int team() {
    return agents.orElse(1);
  }

  /// Sum of the rewards of all agents; NaN without rewards.
  double earned() {
    double sum = 0;
    for (int i = 0; rewards.isPresent() && i < rewards.get().length(); i++) {
      sum += rewards.get().value(i);
    }
    return rewards.isPresent() ? sum : Double.NaN;
  }

  /// Whether the last step ended it for good, for any agent.
  boolean terminated() {
    return last(terminations);
  }

  /// Whether a limit cut it off after the last step, for any agent.
  boolean truncated() {
    return last(truncations);
  }

  /// Whether it was over after the last step; if not, the file does not tell.
  boolean ended() {
    return terminated() || truncated();
  }

  /// Why an agent's episode ended with a step, as [EpisodeEnd#code()]; 0 if it goes on.
  ///
  /// As the array `end` of a recording that Hindsight saved says. Otherwise a termination is an end
  /// of which the file does not say whether the task was done, and a truncation is a time limit: of
  /// the last step, or of any where several agents end on their own and nothing tells trials.
  byte end(int step, int agent) {
    int at = step * team() + agent;
    NpyArray told = others.get(EpisodeEnds.COLUMN);
    double code = told != null && told.length() == steps * team() ? told.value(at) : 0;
    Optional<EpisodeEnd> known = EpisodeEnd.of((int) code).filter(_ -> code == Math.rint(code));
    if (known.isPresent()) {
      return known.get().code();
    }
    if (terminations.value(at) != 0) {
      return EpisodeEnd.TERMINATED.code();
    }
    boolean own = told == null && trials.isEmpty() && team() > 1;
    boolean limit = own || step == steps - 1;
    return limit && truncations.value(at) != 0 ? EpisodeEnd.TIMEOUT.code() : 0;
  }

  /// The number of the trial that a step belongs to.
  int trial(int step) {
    return trials.map(numbers -> (int) numbers.value(step)).orElse(0);
  }

  /// The first step of every step's trial, `[T]`.
  int[] trialStarts() {
    int[] starts = new int[steps];
    for (int step = 1; step < steps; step++) {
      starts[step] = trial(step) == trial(step - 1) ? starts[step - 1] : step;
    }
    return starts;
  }

  private boolean last(NpyArray flags) {
    boolean set = false;
    int each = steps == 0 ? 0 : flags.length() / steps;
    for (int agent = 0; agent < each; agent++) {
      set |= flags.value((steps - 1) * each + agent) != 0;
    }
    return set;
  }
}
