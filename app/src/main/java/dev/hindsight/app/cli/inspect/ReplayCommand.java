package dev.hindsight.app.cli.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.audit.NamedNumber;
import dev.hindsight.trainer.record.CodeVersions;
import dev.hindsight.trainer.record.Replay;
import dev.hindsight.trainer.record.ReplayCause;
import dev.hindsight.trainer.record.ReplayReport;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight replay`: simulates a recording again and compares every bit.
@Command(name = "replay")
public final class ReplayCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "ReplayCommand.file")
  private Path file;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = RecordingOpener.own(file)) {
      ReplayReport report = done(new Replay(rollout));
      String words =
          report.words(AgentNames.of(rollout), difference -> NamedNumber.of(rollout, difference));
      if (report.faults().isEmpty()) {
        // Otherwise they say the same.
        Rollout _ = noted(rollout);
      }
      result(json(rollout, report), file + ": " + words);
      return report.firstDifference().isEmpty() ? OK : FAILED;
    }
  }

  private record ReplayJson(
      String file,
      int ticks,
      boolean identical,
      CodeVersions codeVersion,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<ReplayDifferenceJson> firstDifference,
      List<ReplayCause> causes,
      List<Integrity.Fault> faults) {}

  /// @param stored a number, or a digest as hexadecimal text: few JSON readers keep 64 bits
  /// @param here the value found here, in the same form
  private record ReplayDifferenceJson(
      int tick,
      String channel,
      int agent,
      int index,
      String name,
      String field,
      Object stored,
      Object here,
      int elements) {
    static ReplayDifferenceJson of(Rollout rollout, ReplayReport.Difference difference) {
      boolean digest = difference.digest();
      return new ReplayDifferenceJson(
          difference.tick(),
          difference.channel(),
          difference.agent(),
          difference.index(),
          NamedNumber.of(rollout, difference),
          difference.field(),
          digest ? difference.storedWords() : difference.stored(),
          digest ? difference.hereWords() : difference.here(),
          difference.elements());
    }
  }

  private ReplayJson json(Rollout rollout, ReplayReport report) {
    return new ReplayJson(
        file.toString(),
        report.ticks(),
        report.firstDifference().isEmpty(),
        report.code(),
        report.firstDifference().map(each -> ReplayDifferenceJson.of(rollout, each)),
        report.causes(),
        report.faults());
  }
}
