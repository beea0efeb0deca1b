package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import java.util.List;

/// What to train, on what, how.
///
/// @param factories environments to train in, taken in turn; all alike in observation, actions and
///   trials
/// @param settings every knob of the algorithm
/// @param seed the one number all randomness comes from
/// @param device where to compute
public record TrainingTask(
    List<EnvironmentFactory> factories, SettingValues settings, long seed, Device device) {
  /// Copies the list.
  public TrainingTask {
    factories = List.copyOf(factories);
  }

  /// Where to compute.
  public enum Device {
    /// The processor.
    CPU,
    /// The first GPU.
    GPU
  }
}
