package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.RerunPlan;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.RecordingComparison;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight compare`: where two recordings first differ, and what that did to the scores.
@Command(
    name = "compare",
    description = {
      "Show where two recordings first diverge, number by number, and how their scores"
          + " differ.",
      "For knobs, versions and hashes of two files see 'hindsight diff'."
    })
public final class CompareCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "A", description = "A recording.")
  private Path one;

  @Parameters(
      index = "1",
      paramLabel = "B",
      arity = "0..1",
      description =
          "Another recording. With --checkpoint: the file to write, from A's scenario and"
              + " seed.")
  private Optional<Path> other;

  @Option(
      names = "--align",
      paramLabel = "RULE",
      defaultValue = "tick",
      description = {
        "Which ticks belong together: tick, trial (the same tick of the same trial), or event:KIND",
        "(nearest events of a kind within each trial, of anyone or of one agent: event:goal:5).",
        "Default: tick."
      })
  private String align;

  @Option(
      names = "--checkpoint",
      paramLabel = "CKPT",
      description =
          "Record A's scenario and seed again with this checkpoint and compare with the"
              + " result.")
  private Optional<String> checkpoint;

  @Option(names = "--require-equal", description = "Exit with 1 unless the two are identical.")
  private boolean requireEqual;

  @Override
  public Integer call() throws Exception {
    AlignmentRule rule = AlignmentRule.parse(align);
    Path second = second();
    try (Rollout a = Recordings.open(one);
        Rollout b = Recordings.open(second)) {
      ComparisonReport report =
          new RecordingComparison(a, b, rule).run(console().progress(), new Cancellation());
      CompareResults results = new CompareResults(a, b, report);
      console().result(format(), results.fields(), results.words());
      return requireEqual && !report.equal() ? FAILED : OK;
    }
  }

  private Path second() throws Exception {
    if (checkpoint.isEmpty()) {
      return other.orElseThrow(() ->
          new Problem(
              "there is nothing to compare it with",
              one.toString(),
              "name another recording, or a checkpoint with --checkpoint"));
    }
    RerunPlan plan =
        new RerunPlan(one, checkpoint.get(), other.orElseGet(() -> RerunPlan.beside(one)));
    return plan.run(console().progress(), new Cancellation()).file();
  }
}
