package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.simulation.Bodies;

/// How the next trial starts.
///
/// A hook for tests, which plant the reference's old bugs here (ghosts that hide later trials,
/// experts that are not rewound, a start from frame 0) and show that the checks find them.
interface TrialReset {
  /// Resets everything to the start.
  ///
  /// @param start the state that the first trial began with
  void restart(Bodies bodies, Bodies start);

  /// Copies the whole state at once, so that nothing can be forgotten.
  TrialReset WHOLE = Bodies::copyFrom;
}
