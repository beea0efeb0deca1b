package dev.hindsight.trainer.run;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import java.util.List;
import java.util.Optional;

/// What to train, on what, and how.
///
/// @param factories training environments, taken in turn; all with the same observation, actions
///   and trials
/// @param settings every knob of the algorithm
/// @param seed source of all randomness
/// @param device where to compute
/// @param coPlayer the population (a policy, or several with weights; see
///   [dev.hindsight.trainer.partner.PartnerPopulation#parse]) that controls all agents except the
///   egos; if empty, all agents learn
/// @param origin where the factories come from; empty if nobody else can make them again
public record TrainingTask(
    List<EnvironmentFactory> factories,
    SettingValues settings,
    long seed,
    Device device,
    Optional<String> coPlayer,
    Optional<TaskOrigin> origin) {
  /// With factories that only this process has.
  public TrainingTask(
      List<EnvironmentFactory> factories,
      SettingValues settings,
      long seed,
      Device device,
      Optional<String> coPlayer) {
    this(factories, settings, seed, device, coPlayer, Optional.empty());
  }

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
