package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.List;

/// The script's two line-based files, with one line per tick, checked against each other.
///
/// The script reads after the step: flags and rewards of a line are results of its action, as in
/// Hindsight's rows; `removed` and the observation belong to the next tick.
final class StepRows {
  /// Number of observed numbers that are kept.
  static final int OBSERVED = 6;

  private static final String REMOVED = "removed_per_agent";
  private static final String TRIAL_ENDED = "trial_ended_per_agent";

  private final List<JsonLine> steps;
  private final List<JsonLine> states;
  private final int agents;
  private final int[] trial;
  private final int[] trialTick;

  StepRows(InspectionFolder folder) {
    steps = JsonLine.read(folder.steps());
    states = JsonLine.read(folder.states());
    if (steps.size() != states.size()) {
      throw new Problem(
          wording(
              "StepRows.it_has_ticks_has",
              steps.size(),
              folder.states().getFileName(),
              states.size()),
          folder.steps().toString(),
          wording("StepRows.one_of_the_two_is_cut"));
    }
    agents = states.getFirst().length(REMOVED);
    if (agents < 1) {
      throw new Problem(
          wording("StepRows.it_has_no_list", REMOVED),
          states.getFirst().where(),
          wording("StepRows.take_another_folder"));
    }
    trial = new int[steps.size()];
    trialTick = new int[steps.size()];
    check(folder.steps());
    findTrials();
  }

  private void check(Path file) {
    for (int tick = 0; tick < steps.size(); tick++) {
      for (JsonLine line : List.of(steps.get(tick), states.get(tick))) {
        if (line.whole("tick") != tick) {
          throw new Problem(
              wording("StepRows.it_is_tick_where_is_due", line.whole("tick"), tick),
              line.where(),
              wording("StepRows.lines_are_missing_or_two_runs"));
        }
      }
      if (states.get(tick).length(REMOVED) != agents) {
        throw new Problem(
            wording(
                "StepRows.it_has_agents_the_first_line", states.get(tick).length(REMOVED), agents),
            states.get(tick).where(),
            wording("StepRows.take_all_lines_from_one_run"));
      }
      if (steps.get(tick).length("obs0_first6") != OBSERVED) {
        throw new Problem(
            wording("StepRows.its_obs0_first6_are_not_six"),
            steps.get(tick).where(),
            wording("StepRows.see", file));
      }
    }
  }

  /// All agents share one clock; the end of an episode's last trial is terminal.
  private void findTrials() {
    for (int tick = 1; tick < trial.length; tick++) {
      boolean ended = any(tick - 1, TRIAL_ENDED);
      boolean episode = any(tick - 1, "terminals");
      trial[tick] = episode ? 0 : trial[tick - 1] + (ended ? 1 : 0);
      trialTick[tick] = ended || episode ? 0 : trialTick[tick - 1] + 1;
    }
  }

  private boolean any(int tick, String key) {
    for (int agent = 0; agent < agents; agent++) {
      if (states.get(tick).truth(key, agent)) {
        return true;
      }
    }
    return false;
  }

  int ticks() {
    return steps.size();
  }

  int agents() {
    return agents;
  }

  int trial(int tick) {
    return trial[tick];
  }

  int trialTick(int tick) {
    return trialTick[tick];
  }

  /// Number of trials of the longest episode.
  int trials() {
    int most = 0;
    for (int number : trial) {
      most = Math.max(most, number + 1);
    }
    return most;
  }

  boolean removed(int tick, int agent) {
    return tick > 0 && states.get(tick - 1).truth(REMOVED, agent);
  }

  boolean trialEnded(int tick, int agent) {
    return states.get(tick).truth(TRIAL_ENDED, agent);
  }

  boolean terminal(int tick, int agent) {
    return states.get(tick).truth("terminals", agent);
  }

  boolean truncation(int tick, int agent) {
    return states.get(tick).truth("truncations", agent);
  }

  float reward(int tick, int agent) {
    return (float)
        (agent == 0
            ? steps.get(tick).number("reward0")
            : states.get(tick).number("rewards", agent));
  }

  int action(int tick) {
    return steps.get(tick).whole("action0");
  }

  float value(int tick) {
    return (float) steps.get(tick).number("value0");
  }

  /// Position of the tick in the cache; the script writes the next one's.
  int position(int tick) {
    return steps.get(tick).whole("slot_t") - 1;
  }

  /// The observation of agent 0; NaN at the first tick, which the script does not write.
  float observation(int tick, int dimension) {
    return tick == 0 ? Float.NaN : (float) steps.get(tick - 1).number("obs0_first6", dimension);
  }

  /// Whether the lines hold positions, which later versions of the script may write.
  boolean hasPoses() {
    return states.getFirst().length("positions") >= agents;
  }

  /// x m, y m, heading rad of the tick; those of the first tick are copied from the second.
  float pose(int tick, int agent, int part) {
    return (float) states.get(Math.max(0, tick - 1)).number("positions", agent, part);
  }
}
