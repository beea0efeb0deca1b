package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.simulation.Bodies;

/// How a trial begins again.
///
/// A seam for tests: they put the reference's old bugs here (ghosts that hide later trials, experts
/// that are not rewound, a start from frame 0) and show that the checks find them.
interface TrialReset {
  /// Puts everything back to the start.
  ///
  /// @param start the state the first trial began with
  void restart(Bodies bodies, Bodies start);

  /// Everything there is, at once: nothing can be forgotten.
  TrialReset WHOLE = Bodies::copyFrom;
}
