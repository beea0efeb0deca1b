package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;

/// How the next trial starts.
///
/// A hook for tests, which plant the reference's old bugs here (ghosts that hide later trials,
/// experts that are not rewound, a start from frame 0) and show that the checks find them.
interface TrialReset {
  /// Resets everything to the start.
  ///
  /// @param start the state that the first trial began with
  void restart(Bodies bodies, Bodies start);

  /// Aims the agents at the episode's hidden goals again.
  ///
  /// @param exit `[A]` the exits that the episode has drawn
  default void aim(ReachableExits exits, Bodies bodies, int[] exit) {
    exits.aim(bodies, exit);
  }

  /// Copies the whole state at once, so that nothing can be forgotten.
  TrialReset WHOLE = Bodies::copyFrom;
}
