package dev.hindsight.app.cli.bench;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.inspector.audit.AuditBench;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.training.UntrainedCheckpoint;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench audit`: the time that all audits of a recording take.
@Command(name = "audit")
public final class BenchAuditCommand extends FigureCommand {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchAuditCommand.map")
  private String map;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "8",
      descriptionKey = "BenchAuditCommand.agents")
  private int agents;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "804",
      descriptionKey = "BenchAuditCommand.ticks")
  private int ticks;

  @Override
  public Integer call() throws Exception {
    try (TemporaryFolder folder = new TemporaryFolder("bench-audit")) {
      Path checkpoint = folder.path().resolve("untrained.safetensors");
      Path file = folder.path().resolve("bench.rollout");
      record(checkpoint, file);
      try (Rollout rollout = Rollouts.open(file)) {
        return report(done(new AuditBench(new AuditSubject(rollout, Optional.of(checkpoint)))));
      }
    }
  }

  private void record(Path checkpoint, Path file) throws Exception {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    int trial = Math.max(1, ticks / 4);
    Map<String, String> settings =
        Map.of(
            "preset", "adaptive",
            "num_agents", Integer.toString(agents),
            "goal_behavior", "trial",
            "k_scenarios", "4",
            "scenario_length", Integer.toString(trial));
    EnvironmentFactory factory =
        drive.prepare(
            drive.settings().parse(settings, "bench"), Optional.of(drive.scenarios().resolve(map)));
    UntrainedCheckpoint.write(checkpoint, drive, factory);
    var _ =
        new RecordingPlan(
                "drive",
                Optional.of(map),
                Optional.of(checkpoint.toString()),
                Optional.of(4 * trial),
                "sample",
                0,
                settings,
                file)
            .run(console().progress(), new Cancellation());
  }
}
