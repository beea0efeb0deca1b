package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.audit.Audit;
import dev.hindsight.inspector.audit.AuditCoverage;
import dev.hindsight.inspector.audit.AuditFinding;
import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.AuditVerdict;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `hindsight audit`: runs the audits on a recording.
@Command(name = "audit")
public final class AuditCommand extends CommandBase {
  @Parameters(
      arity = "1..*",
      paramLabel = "KIND... FILE",
      hideParamSyntax = true,
      descriptionKey = "AuditCommand.kindsAndFile",
      completionCandidates = Kinds.class)
  private List<String> kindsAndFile = new ArrayList<>();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "AuditCommand.checkpoint")
  private Optional<String> checkpoint;

  @Spec private CommandSpec spec;

  /// The names of all audits, for `--help`.
  private static final class Kinds implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return BuiltInAudits.ALL.stream().map(Audit::id).iterator();
    }
  }

  @Override
  public Integer call() throws Exception {
    if (kindsAndFile.size() < 2) {
      throw new ParameterException(
          spec.commandLine(), wording("AuditCommand.name_what_to_audit_and_a"));
    }
    List<Audit> audits = audits();
    if (checkpoint.isPresent() && audits.stream().noneMatch(Audit::readsCheckpoint)) {
      throw new Problem(
          wording("AuditCommand.none_of_these_audits_reads_it"),
          "--checkpoint",
          wording(
              "AuditCommand.leave_it_out_or_add_one_of",
              BuiltInAudits.ALL.stream()
                  .filter(Audit::readsCheckpoint)
                  .map(Audit::id)
                  .collect(Collectors.joining(", "))));
    }
    Optional<Path> chosen = checkpoint.map(BuiltInPolicies::file);
    Path file = Path.of(kindsAndFile.getLast());
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      AuditRun run = new AuditRun(new AuditSubject(rollout, chosen), audits, _ -> {});
      List<AuditReport> reports =
          GracefulShutdown.awaiting(cancelled -> run.run(console().progress(), cancelled));
      boolean passed = reports.stream().allMatch(each -> each.verdict().holds());
      AuditJson json =
          new AuditJson(
              file.toString(), passed, reports.stream().map(AuditReportJson::of).toList());
      result(json, words(AgentNames.of(rollout), reports));
      return passed ? OK : FAILED;
    }
  }

  /// Rejects the command line if an audit does not exist.
  private List<Audit> audits() {
    try {
      return BuiltInAudits.named(
          String.join(",", kindsAndFile.subList(0, kindsAndFile.size() - 1)));
    } catch (Problem unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }

  private record AuditJson(String rollout, boolean passed, List<AuditReportJson> audits) {}

  private record AuditReportJson(
      String audit,
      String verdict,
      String sentence,
      AuditCoverageJson coverage,
      List<AuditFindingJson> findings,
      List<String> remarks) {
    static AuditReportJson of(AuditReport report) {
      return new AuditReportJson(
          report.audit(),
          report.verdict().words(),
          report.sentence(),
          AuditCoverageJson.of(report.coverage()),
          report.findings().stream().map(AuditFindingJson::of).toList(),
          report.remarks());
    }
  }

  private record AuditCoverageJson(
      List<AuditCoverage.Compared> compared,
      @JsonProperty("left_out") List<AuditCoverage.LeftOut> leftOut,
      List<WaivedJson> waived) {
    static AuditCoverageJson of(AuditCoverage coverage) {
      return new AuditCoverageJson(
          coverage.compared(),
          coverage.leftOut(),
          coverage.waived().stream().map(WaivedJson::of).toList());
    }
  }

  private record WaivedJson(String what, long count, String knob, String why) {
    static WaivedJson of(AuditCoverage.Waived part) {
      return new WaivedJson(
          part.waiver().promise().words(), part.count(), part.waiver().knob(), part.waiver().why());
    }
  }

  /// @param agent null if the finding concerns no agent
  /// @param size null if it has none
  private record AuditFindingJson(
      int tick, Optional<Integer> agent, String dimension, double size, String cause) {
    static AuditFindingJson of(AuditFinding finding) {
      boolean about = finding.agent() != AuditFinding.NO_AGENT;
      return new AuditFindingJson(
          finding.tick(),
          about ? Optional.of(finding.agent()) : Optional.empty(),
          finding.dimension(),
          finding.size(),
          finding.cause());
    }
  }

  private static String words(AgentNames names, List<AuditReport> reports) {
    StringBuilder words = new StringBuilder();
    for (AuditReport report : reports) {
      words.append(
          "%s %-10s %s: %s%n"
              .formatted(
                  report.verdict().sign(),
                  report.audit(),
                  report.verdict().words(),
                  report.sentence()));
      if (report.verdict() == AuditVerdict.FAILED) {
        report.findings().forEach(each -> words.append("    %s%n".formatted(each.words(names))));
      }
      String coverage = report.coverage().words();
      words.append(coverage.isEmpty() ? "" : "    %s%n".formatted(coverage));
      report.remarks().forEach(remark -> words.append("    %s%n".formatted(remark)));
    }
    return words.toString().stripTrailing();
  }
}
