package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationPacking;

/// Probes the training loss: computes it over recorded ticks with the training code, for checks of
/// what it depends on.
public final class LossProbe {
  private static final float GARBAGE = 4.5f;

  private LossProbe() {}

  /// One agent's outputs and actions in n ticks. The caller fills the arrays.
  ///
  /// @param ticks n
  /// @param actions outputs per tick
  /// @param logits `[n * actions]`
  /// @param values `[n]`, like all arrays below
  /// @param returns targets of the values
  /// @param removed 1 in limbo
  public record Row(
      int ticks,
      int actions,
      float[] logits,
      float[] values,
      int[] action,
      float[] logProb,
      float[] returns,
      byte[] removed) {
    /// Allocates zeros.
    public Row(int ticks, int actions) {
      this(
          ticks,
          actions,
          new float[ticks * actions],
          new float[ticks],
          new int[ticks],
          new float[ticks],
          new float[ticks],
          new byte[ticks]);
    }

    /// Overwrites all outputs and actions in limbo with other numbers.
    public void disturbLimbo() {
      for (int t = 0; t < ticks; t++) {
        if (removed[t] != 0) {
          for (int i = 0; i < actions; i++) {
            logits[t * actions + i] += i % 2 == 0 ? GARBAGE : -GARBAGE;
          }
          values[t] += GARBAGE;
          logProb[t] -= GARBAGE;
          returns[t] -= GARBAGE;
          action[t] = (action[t] + 1) % actions;
        }
      }
    }
  }

  /// The loss with the usual coefficients; advantages are returns minus values.
  public static double of(Row row) {
    try (NDManager manager = TorchEngine.scope();
        TrajectoryRows rows =
            new TrajectoryRows(manager, 1, row.ticks, ObservationPacking.ofFloats(1));
        MinibatchLoader loader =
            new MinibatchLoader(manager, rows, Trajectories.ActionSizes.JOINT)) {
      Trajectories trajectories = new Trajectories(1, row.ticks, rows.observations());
      PpoConfig config = PpoConfig.of(new Settings(PpoConfig.SETTINGS).defaults());
      trajectories.clear((float) config.gamma());
      trajectories.used = row.ticks;
      float[] advantage = new float[row.ticks];
      for (int t = 0; t < row.ticks; t++) {
        trajectories.action[t] = row.action[t];
        trajectories.logProb[t] = row.logProb[t];
        trajectories.value[t] = row.values[t];
        trajectories.removed[t] = row.removed[t];
        advantage[t] = row.removed[t] == 0 ? row.returns[t] - row.values[t] : 0;
      }
      RowChoice choice = new RowChoice(new int[] {0}, new float[] {1});
      MinibatchLoader.Minibatch batch =
          loader.load(
              rows.whole(trajectories),
              choice,
              trajectories,
              new MinibatchLoader.Targets(
                  advantage, row.returns, row.values, new PolicyDrift(row.ticks)),
              AdvantageStatistics.of(trajectories, choice.rows(), advantage),
              config.entropy().at(0));
      LogitsAndValues logitsAndValues =
          new LogitsAndValues(
              manager.create(row.logits, new Shape(row.ticks, row.actions)),
              manager.create(row.values));
      return PpoLoss.of(logitsAndValues, batch, config).total().getFloat();
    }
  }
}
