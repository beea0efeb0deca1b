package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.audit.Audit;
import dev.hindsight.inspector.audit.AuditReport;
import dev.hindsight.inspector.audit.AuditRun;
import dev.hindsight.inspector.audit.AuditSubject;
import dev.hindsight.inspector.audit.BuiltInAudits;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `hindsight audit`: asks of a recording what must hold of every one.
@Command(
    name = "audit",
    description =
        "Run audits on a recording and its policy; exit code 1 if an audit fails or"
            + " cannot run.")
public final class AuditCommand extends CommandBase {
  @Parameters(
      arity = "1..*",
      paramLabel = "KIND... FILE",
      hideParamSyntax = true,
      description =
          "all, or some of ${COMPLETION-CANDIDATES}, with commas or spaces between them; then a"
              + " rollout, cut off or not, or a folder of the inspection script.",
      completionCandidates = Kinds.class)
  private List<String> kindsAndFile = new ArrayList<>();

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description = "The checkpoint that acted. Default: the one used for the recording, if found.")
  private Optional<String> checkpoint;

  @Spec private CommandSpec spec;

  /// Names of all audits, for `--help`.
  private static final class Kinds implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return BuiltInAudits.ALL.stream().map(Audit::id).iterator();
    }
  }

  @Override
  public Integer call() throws Exception {
    if (kindsAndFile.size() < 2) {
      throw new ParameterException(spec.commandLine(), "name what to audit, and a file");
    }
    List<Audit> audits = audits();
    Optional<Path> chosen = checkpoint.map(BuiltInPolicies::file);
    Path file = Path.of(kindsAndFile.getLast());
    try (Rollout rollout = Recordings.open(file)) {
      AuditRun run = new AuditRun(new AuditSubject(rollout, chosen), audits, _ -> {});
      List<AuditReport> reports =
          GracefulShutdown.awaiting(cancelled -> run.run(console().progress(), cancelled));
      AuditResults results = new AuditResults(file, AgentNames.of(rollout), reports);
      console().result(format(), results.fields(), results.words());
      return reports.stream().allMatch(each -> each.verdict().holds()) ? OK : FAILED;
    }
  }

  /// A kind that does not exist is a command line that was not understood.
  private List<Audit> audits() {
    try {
      return BuiltInAudits.named(
          String.join(",", kindsAndFile.subList(0, kindsAndFile.size() - 1)));
    } catch (Problem unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }
}
