package dev.hindsight.trainer.fleet;

/// What the learner does with a batch whose weights are too old.
public enum StaleAction {
  /// It does not learn from the batch; the worker collects it again with newer weights.
  DROP,
  /// It weighs the batch's advantages with the ratio of the newest policy to the acting one,
  /// clipped as in V-trace (Espeholt et al., "IMPALA", 2018), and learns from it.
  CORRECT,
  /// It counts the batch as stale and learns from it as it is.
  WARN
}
