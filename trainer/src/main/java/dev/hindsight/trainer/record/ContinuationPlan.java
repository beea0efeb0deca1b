package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.stream.IntStream;

/// How a recording continues beyond its end: how actions are chosen, and for how long.
///
/// @param selection as recorded; if actions came from a file, the recorded ones
/// @param ticks the most ticks in total
/// @param until what ends it earlier
record ContinuationPlan(ActionSelection selection, int ticks, RecordingRequest.Until until) {
  /// @param simulationRecipe of the recording
  static ContinuationPlan of(SimulationRecipe simulationRecipe) {
    Rollout rollout = simulationRecipe.rollout();
    boolean oneEpisode = endsWithItsOnlyEpisode(simulationRecipe);
    ActionSelection selection = selection(rollout);
    int trials =
        simulationRecipe.factory().shape().trials()
            * simulationRecipe.factory().shape().trialTimeoutTicks();
    // Recorded actions do not extend beyond the recording.
    boolean open = oneEpisode && !(selection instanceof ActionSelection.Script);
    return new ContinuationPlan(
        selection,
        open ? Math.max(trials, rollout.ticks()) : rollout.ticks(),
        oneEpisode ? RecordingRequest.Until.EPISODE_END : RecordingRequest.Until.ALL_TICKS);
  }

  private static ActionSelection selection(Rollout rollout) {
    String how = rollout.manifest().policy().actionSelection();
    return switch (how) {
      case "argmax", "sample", "random" -> ActionSelection.parse(how);
      case "file" -> recorded(rollout);
      default ->
          throw SimulationRecipe.cannot(
              rollout, wording("ContinuationPlan.how_it_chose_actions_is_not", how));
    };
  }

  private static ActionSelection recorded(Rollout rollout) {
    Channel channel =
        rollout
            .channel("action")
            .orElseThrow(() ->
                SimulationRecipe.cannot(
                    rollout, wording("ContinuationPlan.it_holds_no_channel_action")));
    int agents = channel.rowLength();
    int[] actions = new int[rollout.ticks() * agents];
    int[] row = new int[agents];
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      channel.read(tick, 0, row, agents);
      System.arraycopy(row, 0, actions, tick * agents, agents);
    }
    return new ActionSelection.Script(
        rollout.file().toString(), NpyArray.of(actions, rollout.ticks(), agents));
  }

  /// Whether it stopped because all agents' episodes were over, for the first time at its last
  /// tick.
  private static boolean endsWithItsOnlyEpisode(SimulationRecipe simulationRecipe) {
    Rollout rollout = simulationRecipe.rollout();
    RecordedObservations rows =
        new RecordedObservations(rollout, simulationRecipe.factory().shape());
    int last = rollout.ticks() - 1;
    return rows.endsEpisode(last) && IntStream.range(0, last).noneMatch(rows::endsEpisode);
  }
}
