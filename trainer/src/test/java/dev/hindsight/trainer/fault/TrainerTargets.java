package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.env.gym.GymTargets;
import dev.hindsight.trainer.fleet.FleetTargets;
import dev.hindsight.trainer.gpu.GpuTargets;
import dev.hindsight.trainer.policy.PickleTargets;
import java.util.List;
import java.util.stream.Stream;

/// The list of all readers of this module.
public final class TrainerTargets {
  /// All.
  public static final List<FuzzTarget> ALL =
      Stream.of(
              RecordingTargets.ALL,
              PolicyTargets.ALL,
              PickleTargets.ALL,
              WorldTargets.ALL,
              RunTargets.ALL,
              FolderTargets.ALL,
              GpuTargets.ALL,
              GymTargets.ALL,
              FleetTargets.ALL)
          .flatMap(List::stream)
          .toList();

  private TrainerTargets() {}
}
