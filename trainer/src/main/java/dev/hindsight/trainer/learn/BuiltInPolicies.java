package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Misfits;
import dev.hindsight.trainer.policy.PolicyType;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The one list of policies.
public final class BuiltInPolicies {
  /// Policies that need no checkpoint, by the name a user gives in the place of a file.
  private static final Map<String, PolicyType> WITHOUT_CHECKPOINT = Map.of();

  private BuiltInPolicies() {}

  /// The architectures a checkpoint may be of.
  public static List<PolicyType> all() {
    return List.of(new DriveLstmType());
  }

  /// The names that stand for policies without a checkpoint.
  public static List<String> names() {
    return List.copyOf(WITHOUT_CHECKPOINT.keySet());
  }

  /// Opens a checkpoint, or a policy that needs none.
  ///
  /// @param nameOrPath one of [#names()], or a checkpoint file
  /// @throws Problem if there is neither, if no architecture fits the file, or if the policy does
  ///   not fit the environment
  public static OpenedPolicy open(String nameOrPath, EnvironmentShape shape) {
    PolicyType named = WITHOUT_CHECKPOINT.get(nameOrPath);
    if (named != null) {
      return new OpenedPolicy(named.open(Checkpoint.none(), shape), named.id(), "", "");
    }
    Checkpoint checkpoint = Checkpoints.read(file(nameOrPath));
    PolicyType type = recognise(checkpoint);
    return new OpenedPolicy(
        type.open(checkpoint, shape), type.id(), checkpoint.sha256(), checkpoint.name());
  }

  /// The architecture a checkpoint is of.
  ///
  /// @throws Problem saying which tensors do not fit the one that comes closest
  public static PolicyType recognise(Checkpoint checkpoint) {
    PolicyType closest =
        all().stream()
            .min(Comparator.comparingInt(type -> type.misfits(checkpoint).count()))
            .orElseThrow();
    Misfits misfits = closest.misfits(checkpoint);
    if (misfits.count() > 0) {
      throw new Problem(
          "it fits no architecture, the closest is " + closest.id() + ": " + misfits.summary(),
          checkpoint.name(),
          "open weights of " + String.join(", ", all().stream().map(PolicyType::id).toList()));
    }
    return closest;
  }

  private static Path file(String nameOrPath) {
    try {
      Path file = Path.of(nameOrPath);
      if (Files.exists(file)) {
        return file;
      }
    } catch (InvalidPathException _) {
      // Told below, as for a file that is not there.
    }
    throw new Problem(
        "there is no such checkpoint",
        nameOrPath,
        "give a .pt, .bin or .safetensors file" + orNames());
  }

  private static String orNames() {
    return names().isEmpty() ? "" : ", or one of " + String.join(", ", names());
  }
}
