package dev.hindsight.trainer.partner;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Recordings of an ego that meets partners on a narrow road.
public final class PartneredRecordings {
  /// Ticks of a trial; an episode has two.
  static final int TRIAL = 45;

  private PartneredRecordings() {}

  /// Records several episodes.
  ///
  /// @param policy of the ego
  /// @param partners the population
  public static Path record(Path folder, String policy, String partners, int ticks)
      throws IOException {
    return record(folder, policy, partners, ticks, Map.of(), UnaryOperator.identity());
  }

  /// Records several episodes with other settings of the world.
  static Path record(
      Path folder, String policy, String partners, int ticks, Map<String, String> settings)
      throws IOException {
    return record(folder, policy, partners, ticks, settings, UnaryOperator.identity());
  }

  /// Records several episodes of a changed world.
  static Path record(
      Path folder,
      String policy,
      String partners,
      int ticks,
      UnaryOperator<EnvironmentFactory> change)
      throws IOException {
    return record(folder, policy, partners, ticks, Map.of(), change);
  }

  private static Path record(
      Path folder,
      String policy,
      String partners,
      int ticks,
      Map<String, String> settings,
      UnaryOperator<EnvironmentFactory> change)
      throws IOException {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    Path map = folder.resolve("narrow-1.bin");
    Files.write(map, BuiltInMaps.bytes("narrow-1"));
    ResolvedPolicy own = BuiltInPolicies.find(policy);
    Map<String, String> typed =
        new LinkedHashMap<>(
            Map.of(
                "goal_behavior", "trial",
                "k_scenarios", "2",
                "scenario_length", Integer.toString(TRIAL),
                "goal_within", "0",
                "num_ego_agents", "1"));
    typed.putAll(settings);
    own.origin().ifPresent(from -> from.settings(type.id(), typed).forEach(typed::putIfAbsent));
    EnvironmentFactory factory =
        change.apply(type.prepare(type.settings().parse(typed, "test"), Optional.of(map)));
    PartnerPolicies others = PartnerPolicies.find(PartnerPopulation.parse(partners));
    Path out = folder.resolve("partners-" + Integer.toHexString(partners.hashCode()) + ".rollout");
    try (Policy acting =
        others.open(
            factory.shape(),
            List.of(factory.egos()),
            Optional.of(own.open(factory.shape()).policy()))) {
      new RolloutRecorder(
              new RecordingRequest(
                  type,
                  factory,
                  Optional.of(map),
                  Optional.of(
                      new RecordingRequest.ActingPolicy(
                          acting,
                          own.type().id(),
                          own.weights().sha256(),
                          own.weights().name(),
                          BuiltInPolicies.path(policy),
                          Optional.of(others.recorded(factory.egos())))),
                  new ActionSelection.Sample(),
                  ticks,
                  RecordingRequest.Until.ALL_TICKS,
                  4,
                  out))
          .run(Progress.SILENT, new Cancellation());
    }
    return out;
  }
}
