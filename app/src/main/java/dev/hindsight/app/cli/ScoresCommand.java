package dev.hindsight.app.cli;

import dev.hindsight.inspector.scores.Finding;
import dev.hindsight.inspector.scores.MadeBy;
import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreReader;
import dev.hindsight.inspector.scores.ScoreSheet;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight scores`: how well every agent did in every trial of some recordings.
@Command(
    name = "scores",
    description = "Score recordings by trial and agent, with 95 %% confidence intervals.")
final class ScoresCommand extends CommandBase {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Rollouts, cut off or not, or folders of the inspection script.")
  private List<Path> files = new ArrayList<>();

  @Override
  public Integer call() {
    List<ScoreSheet> sheets = new ArrayList<>();
    List<List<Finding>> findings = new ArrayList<>();
    Optional<MadeBy> first = Optional.empty();
    for (Path file : files) {
      try (Rollout rollout = Recordings.open(file)) {
        ScoreSheet sheet = ScoreReader.read(rollout, console().progress(), new Cancellation());
        sheets.add(sheet);
        List<Finding> found = new ArrayList<>(ScoreChecks.of(rollout, sheet));
        MadeBy own = MadeBy.of(rollout.manifest());
        own.beside(first.orElse(own)).ifPresent(found::add);
        first = first.or(() -> Optional.of(own));
        findings.add(found);
      }
    }
    ScoreResults results = new ScoreResults(files, sheets, findings);
    console().result(format(), results.fields(), results.words());
    return OK;
  }
}
