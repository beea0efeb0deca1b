package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.record.RecordingResults;
import dev.hindsight.inspector.audit.NamedNumber;
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
@Command(name = "replay", description = "Simulate a recording again and compare every bit.")
public final class ReplayCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout recorded by Hindsight, on any machine.")
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
      report
          .firstDifference()
          .ifPresent(difference -> fields.put("firstDifference", fields(rollout, difference)));
      fields.put("causes", report.causes());
      fields.put("faults", report.faults());
      String words =
          report.words(AgentNames.of(rollout), difference -> NamedNumber.of(rollout, difference));
      console().result(format(), fields, file + ": " + words);
      return report.firstDifference().isEmpty() ? OK : FAILED;
    }
  }

  private static Map<String, Object> fields(Rollout rollout, ReplayReport.Difference difference) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tick", difference.tick());
    fields.put("channel", difference.channel());
    fields.put("agent", difference.agent());
    fields.put("index", difference.index());
    fields.put("name", NamedNumber.of(rollout, difference));
    fields.put("field", difference.field());
    fields.put("stored", number(difference, difference.stored(), difference.storedWords()));
    fields.put("here", number(difference, difference.here(), difference.hereWords()));
    fields.put("elements", difference.elements());
    return fields;
  }

  /// Digests as hexadecimal text: few programs that read JSON keep 64 bits apart.
  private static Object number(ReplayReport.Difference difference, Number value, String words) {
    return difference.digest()
        ? words
        : value instanceof Double real ? RecordingResults.finite(real) : value;
  }
}
