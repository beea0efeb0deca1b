package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.branch.BranchBench;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.UntrainedPolicies;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench branch`: the time to return to a tick, including world and memory.
@Command(name = "branch")
public final class BenchBranchCommand extends FigureCommand {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchBranchCommand.map")
  private String map;

  @Option(
      names = "--policy",
      paramLabel = "lstm|transformer",
      defaultValue = "transformer",
      descriptionKey = "BenchBranchCommand.policy")
  private UntrainedPolicies.Kind policy;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "64",
      descriptionKey = "BenchBranchCommand.agents")
  private int agents;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "804",
      descriptionKey = "BenchBranchCommand.ticks")
  private int ticks;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "200",
      descriptionKey = "BenchBranchCommand.rounds")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    UntrainedPolicies policies = new UntrainedPolicies(policy);
    try (TemporaryFolder folder = new TemporaryFolder("bench-branch")) {
      Path file = folder.path().resolve("bench.rollout");
      record(policies, file);
      try (Rollout rollout = Rollouts.open(file)) {
        return report(
            new BranchBench(rollout, policies, rounds)
                .run(console().progress(), new Cancellation()));
      }
    }
  }

  private void record(UntrainedPolicies policies, Path file) {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    Path scenario = drive.scenarios().resolve(map);
    Map<String, String> settings =
        Map.of(
            "preset",
            "adaptive",
            "num_agents",
            Integer.toString(agents),
            "goal_behavior",
            "trial",
            "k_scenarios",
            "4",
            "scenario_length",
            Integer.toString(Math.max(1, ticks / 4)));
    EnvironmentFactory factory =
        drive.prepare(drive.settings().parse(settings, "bench"), Optional.of(scenario));
    try (Policy acting = policies.open(factory.shape())) {
      new RolloutRecorder(
              new RecordingRequest(
                  drive,
                  factory,
                  Optional.of(scenario),
                  Optional.of(new RecordingRequest.ActingPolicy(acting, "untrained", "", "")),
                  new ActionSelection.Sample(),
                  ticks,
                  RecordingRequest.Until.ALL_TICKS,
                  0,
                  file))
          .run(console().progress(), new Cancellation());
    }
  }
}
