package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.StepBuffer;

/// A policy that can differentiate its outputs by what an agent observes.
public interface InputGradients {
  /// The derivatives of one output of an agent by each number of its observation, `[D]`; its memory
  /// is as before the tick, and stays so.
  ///
  /// @param number index of the logit (or mean); -1 for the value
  /// @throws dev.hindsight.trainer.Problem if its runtime has no derivatives, or it gives no such
  ///   output
  float[] gradient(StepBuffer seen, int agent, int number);
}
