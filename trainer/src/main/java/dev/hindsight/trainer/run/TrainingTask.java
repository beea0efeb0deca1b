package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import java.util.List;
import java.util.Optional;

/// What to train, on what, how.
///
/// @param factories environments to train in, taken in turn; all alike in observation, actions and
///   trials
/// @param settings every knob of the algorithm
/// @param seed the one number all randomness comes from
/// @param device where to compute
/// @param coPlayer a policy, by name or file, that drives all agents that are no egos and learns
///   nothing; where there is none, all agents learn
public record TrainingTask(
    List<EnvironmentFactory> factories,
    SettingValues settings,
    long seed,
    Device device,
    Optional<String> coPlayer) {
  /// Without co-players.
  public TrainingTask(
      List<EnvironmentFactory> factories, SettingValues settings, long seed, Device device) {
    this(factories, settings, seed, device, Optional.empty());
  }

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
