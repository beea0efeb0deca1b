package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight verify`: checks every byte of a recording against its checksums.
@Command(name = "verify")
public final class VerifyCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "VerifyCommand.file")
  private Path file;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = RecordingOpener.own(file)) {
      Integrity.Report report =
          done((progress, cancellation) -> Integrity.whole(rollout, progress, cancellation));
      console().result(format(), json(rollout, report), words(rollout, report));
      return report.faults().isEmpty() ? OK : FAILED;
    }
  }

  private record VerifyJson(
      String file,
      boolean intact,
      boolean complete,
      int members,
      long bytes,
      List<FaultJson> faults,
      List<String> notRecorded,
      List<String> remarks) {}

  /// @param firstTick the first tick with a row in the member; absent if it has none
  /// @param lastTick the last one
  private record FaultJson(
      String member,
      String what,
      Integrity.Concern concern,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> firstTick,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> lastTick) {
    static FaultJson of(Integrity.Fault fault) {
      Optional<Span> ticks = Optional.of(fault.ticks()).filter(span -> span.to() > span.from());
      return new FaultJson(
          fault.member(),
          fault.what(),
          fault.concern(),
          ticks.map(Span::from),
          ticks.map(span -> span.to() - 1));
    }
  }

  private VerifyJson json(Rollout rollout, Integrity.Report report) {
    return new VerifyJson(
        file.toString(),
        report.faults().isEmpty(),
        rollout.complete(),
        report.members(),
        report.bytes(),
        report.faults().stream().map(FaultJson::of).toList(),
        report.unrecorded(),
        report.remarks());
  }

  private String words(Rollout rollout, Integrity.Report report) {
    StringBuilder words = new StringBuilder();
    for (Integrity.Fault fault : report.faults()) {
      words.append(
          fault.ticks().to() > fault.ticks().from()
              ? wording("VerifyCommand.ticks", fault.words(), fault.ticks().words())
              : fault.words());
      words.append('\n');
    }
    report
        .remarks()
        .forEach(remark -> words.append(wording("VerifyCommand.remark", remark)).append('\n'));
    if (report.faults().isEmpty()) {
      rollout
          .unfinished()
          .ifPresent(note -> words.append(wording("VerifyCommand.remark", note)).append('\n'));
    }
    String checked = NumberWords.bytes(report.bytes());
    return words
        .append(
            report.faults().isEmpty()
                ? rollout.complete()
                    ? wording("VerifyCommand.is_intact", file, report.members(), checked)
                    : wording("VerifyCommand.is_as_written_so_far", file, report.members(), checked)
                : wording(
                    "VerifyCommand.is_damaged",
                    file,
                    report.faults().size(),
                    report.members(),
                    checked))
        .toString();
  }
}
