package dev.hindsight.trainer.env.drive.driver;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a type of the scripted driver available as a policy: users choose it by name, and it has
/// no file.
///
/// @param habit its type
public record ScriptedDriverType(DrivingHabit habit) implements PolicyType {
  /// All types, the normal one first.
  public static List<PolicyType> all() {
    return Arrays.stream(DrivingHabit.values()).<PolicyType>map(ScriptedDriverType::new).toList();
  }

  @Override
  public String id() {
    return habit.policyId();
  }

  @Override
  public Optional<String> environment() {
    return Optional.of("drive");
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    return TensorMismatches.between(checkpoint, Map.of());
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    return new ScriptedDriver(shape, habit);
  }
}
