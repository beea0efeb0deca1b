package dev.hindsight.app.cli;

import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight replay`: simulates a recording again and compares it bit for bit.
@Command(name = "replay", description = "Simulate a recording again and compare bit for bit.")
final class ReplayCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout made here or elsewhere by Hindsight.")
  private Path file;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Rollouts.open(file)) {
      ReplayReport report = done(new Replay(rollout));
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("file", file.toString());
      fields.put("ticks", report.ticks());
      fields.put("identical", report.firstDifference().isEmpty());
      fields.put("codeVersion", report.code());
      report.firstDifference().ifPresent(difference -> fields.put("firstDifference", difference));
      console().result(format(), fields, file + ": " + report.words(AgentNames.of(rollout)));
      return report.firstDifference().isEmpty() ? OK : FAILED;
    }
  }
}
