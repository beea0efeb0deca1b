package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.drive.reward.EpisodeState;
import dev.hindsight.trainer.env.drive.simulation.Bodies;

/// A copy of the full state and of the results last shown; observations follow from the state.
final class DriveSnapshot implements Environment.Snapshot {
  private final DriveScenario driveScenario;
  private final Bodies bodies;
  private final EpisodeState episodeState;
  private final StepResults results;

  DriveSnapshot(
      DriveScenario driveScenario, Bodies bodies, EpisodeState episodeState, StepBuffer buffer) {
    this.driveScenario = driveScenario;
    this.bodies = new Bodies(bodies.agents, bodies.count);
    this.bodies.copyFrom(bodies);
    this.episodeState = new EpisodeState(bodies.agents, driveScenario.shape().trials());
    this.episodeState.copyFrom(episodeState);
    results = new StepResults(buffer);
  }

  /// Whether it was taken from an environment of the same making: the same rules and the same
  /// start.
  boolean fits(DriveScenario other) {
    return driveScenario.config().equals(other.config())
        && driveScenario.roster().size() == other.roster().size()
        && driveScenario.start().digest(0) == other.start().digest(0);
  }

  void restore(Bodies intoBodies, EpisodeState intoLedger, StepBuffer buffer) {
    intoBodies.copyFrom(bodies);
    intoLedger.copyFrom(episodeState);
    results.restore(buffer);
  }
}
