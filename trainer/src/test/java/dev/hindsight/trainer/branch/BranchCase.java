package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A recording to branch from: an environment, a policy, and how actions are chosen.
///
/// @param environment id
/// @param map a shipped one; empty for the first scenario, if there is one
/// @param policy a name of [BuiltInPolicies]; empty if no policy acts
/// @param actions as on the command line
/// @param settings as on the command line
/// @param ticks how many; 0 for one episode
record BranchCase(
    String environment,
    String map,
    String policy,
    String actions,
    Map<String, String> settings,
    int ticks) {
  private static final Map<String, String> TRIALS =
      Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "30");

  private static final Map<String, String> RANDOMISED = Map.of("randomise", "all");

  /// Every environment of the list with its policies: several chosen cases, and a random one for
  /// each other environment.
  static List<BranchCase> all() {
    List<BranchCase> all = new ArrayList<>(known());
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      if (all.stream().noneMatch(one -> one.environment().equals(type.id()))) {
        all.add(new BranchCase(type.id(), "", "", "random", Map.of(), 40));
      }
    }
    return List.copyOf(all);
  }

  private static List<BranchCase> known() {
    return List.of(
        new BranchCase("drive", "intersection-1", "scripted", "argmax", TRIALS, 0),
        new BranchCase("drive", "merge-1", "drive-near", "sample", Map.of(), 50),
        new BranchCase("drive", "merge-1", "", "random", TRIALS, 70),
        new BranchCase(
            "drive",
            "merge-1",
            "",
            "random",
            Map.of("action_type", "continuous", "dynamics_model", "jerk"),
            40),
        new BranchCase("darkroom", "", "darkroom-5x5", "sample", Map.of(), 0),
        new BranchCase("darkroom", "", "", "random", Map.of(), 90),
        new BranchCase("darkroom", "", "", "random", RANDOMISED, 90),
        new BranchCase("airspace", "", "", "random", Map.of(), 40),
        new BranchCase("airspace", "", "", "random", RANDOMISED, 40));
  }

  /// Records it into a folder.
  Path in(Path folder) throws IOException {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Optional<Path> scenario = SampleRecordings.scenario(type, folder);
    if (!map.isEmpty()) {
      Path file = folder.resolve(map + ".bin");
      Files.write(file, BuiltInMaps.bytes(map));
      scenario = Optional.of(file);
    }
    Map<String, String> all = new LinkedHashMap<>(settings);
    if (!policy.isEmpty()) {
      BuiltInPolicies.find(policy)
          .origin()
          .ifPresent(from -> from.settings(type.id(), settings).forEach(all::putIfAbsent));
    }
    EnvironmentFactory factory = type.prepare(type.settings().parse(all, "test"), scenario);
    EnvironmentShape shape = factory.shape();
    Path out = folder.resolve("parent.rollout");
    Optional<OpenedPolicy> opened =
        policy.isEmpty() ? Optional.empty() : Optional.of(BuiltInPolicies.open(policy, shape));
    try {
      new RolloutRecorder(
              new RecordingRequest(
                  type,
                  factory,
                  scenario,
                  opened.map(p ->
                      new RecordingRequest.ActingPolicy(p.policy(), p.id(), p.sha256(), p.name())),
                  ActionSelection.parse(actions),
                  ticks == 0 ? shape.trials() * shape.trialTimeoutTicks() : ticks,
                  ticks == 0 ? Until.EPISODE_END : Until.ALL_TICKS,
                  11,
                  out))
          .run(Progress.SILENT, new Cancellation());
    } finally {
      opened.ifPresent(OpenedPolicy::close);
    }
    return out;
  }

  /// Whether the policy's memory has separate ticks that can be removed.
  boolean remembers(EnvironmentShape shape) {
    if (policy.isEmpty()) {
      return false;
    }
    try (OpenedPolicy opened = BuiltInPolicies.open(policy, shape)) {
      return opened.policy().remembered(0) >= 0;
    } catch (Problem _) {
      return false;
    }
  }

  /// Opens the acting policy by name.
  PolicySource policies() {
    return new PolicySource() {
      @Override
      public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
        return policy.isEmpty()
            ? Optional.empty()
            : Optional.of(BuiltInPolicies.open(policy, shape).policy());
      }

      @Override
      public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
        return BuiltInPolicies.open(policyChange.file(), shape).policy();
      }
    };
  }
}
