package dev.hindsight.trainer.record;

import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;

/// How a recording goes on beyond what was recorded: who chooses, and how long.
///
/// @param selection as its actions were chosen; where they came from a file, those that were
///   recorded, whatever happens
/// @param ticks how many there may be in all
/// @param until what ends it before
record ContinuationPlan(ActionSelection selection, int ticks, RecordingRequest.Until until) {
  /// @param simulationRecipe of the recording
  static ContinuationPlan of(SimulationRecipe simulationRecipe) {
    Rollout rollout = simulationRecipe.rollout();
    boolean oneEpisode = endsWithItsOnlyEpisode(simulationRecipe);
    ActionSelection selection = selection(rollout);
    int trials =
        simulationRecipe.factory().shape().trials()
            * simulationRecipe.factory().shape().trialTimeoutTicks();
    // Of actions that were recorded there are no more than were recorded.
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
              rollout, "how it chose actions ('" + how + "') is not known");
    };
  }

  private static ActionSelection recorded(Rollout rollout) {
    Channel channel =
        rollout
            .channel("action")
            .orElseThrow(() -> SimulationRecipe.cannot(rollout, "it holds no channel 'action'"));
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

  /// Whether it stopped because everybody's episode was over, for the first time at its last tick.
  private static boolean endsWithItsOnlyEpisode(SimulationRecipe simulationRecipe) {
    Rollout rollout = simulationRecipe.rollout();
    RecordedObservations rows =
        new RecordedObservations(rollout, simulationRecipe.factory().shape());
    return rows.endsEpisode(rollout.ticks() - 1) && rows.episodeStart(rollout.ticks() - 1) == 0;
  }
}
