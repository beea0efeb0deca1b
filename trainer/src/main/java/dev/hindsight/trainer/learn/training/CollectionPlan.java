package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.training.Collector.RowKind;

/// How the trajectories of an update are collected.
///
/// @param rowKind kind of a row
/// @param ticks the most ticks of a row
/// @param rules how they are processed
/// @param budget the most steps of all environments
/// @param renewal number of updates after which environments are replaced, at least 1
public record CollectionPlan(
    RowKind rowKind, int ticks, Collector.Rules rules, StepBudget budget, long renewal) {
  /// The plan for some of the environments.
  ///
  /// @param part number of these environments
  /// @param whole number of all environments
  CollectionPlan share(int part, int whole) {
    return new CollectionPlan(rowKind, ticks, rules, budget.share(part, whole), renewal);
  }

  /// The most observations of a row that a memory takes in: where a row may end before its episode
  /// does, the value of the next observation stands for the rest, and the memory must not start
  /// over before it.
  ///
  /// @param shape of the environments
  public int observations(EnvironmentShape shape) {
    boolean cut = rowKind != RowKind.EPISODES || budget.size() > 0;
    return cut ? ticks + 1 : shape.observations(ticks);
  }
}
