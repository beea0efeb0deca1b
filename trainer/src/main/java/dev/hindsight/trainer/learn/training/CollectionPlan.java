package dev.hindsight.trainer.learn.training;

/// How the trajectories of an update are collected.
///
/// @param rowKind kind of a row
/// @param ticks the most ticks of a row
/// @param rules how they are processed
/// @param budget the most steps of all environments
/// @param renewal number of updates after which environments are replaced, at least 1
public record CollectionPlan(
    Collector.RowKind rowKind, int ticks, Collector.Rules rules, StepBudget budget, long renewal) {
  /// The plan for some of the environments.
  ///
  /// @param part number of these environments
  /// @param whole number of all environments
  CollectionPlan share(int part, int whole) {
    return new CollectionPlan(rowKind, ticks, rules, budget.share(part, whole), renewal);
  }
}
