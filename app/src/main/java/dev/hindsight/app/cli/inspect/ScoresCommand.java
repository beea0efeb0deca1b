package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.scores.RecordingCode;
import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight scores`: how well every agent did in every trial of some recordings.
@Command(
    name = "scores",
    description = "Score recordings by trial and agent, with 95 %% confidence intervals.")
public final class ScoresCommand extends CommandBase {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Rollouts, cut off or not, or folders of the inspection script.")
  private List<Path> files = new ArrayList<>();

  @Override
  public Integer call() {
    List<ScoreSheet> sheets = new ArrayList<>();
    List<List<ScoreFinding>> findings = new ArrayList<>();
    Optional<RecordingCode> first = Optional.empty();
    Map<String, Path> known = new HashMap<>();
    for (Path file : files) {
      try (Rollout rollout = Recordings.open(file)) {
        rollout.summary().ifPresent(summary -> checkNew(summary.hash(), file, known));
        ScoreSheet sheet = ScoreReader.read(rollout, console().progress(), new Cancellation());
        sheets.add(sheet);
        List<ScoreFinding> found = new ArrayList<>(ScoreChecks.of(rollout, sheet));
        RecordingCode own = RecordingCode.of(rollout.manifest());
        own.beside(first.orElse(own)).ifPresent(found::add);
        first = first.or(() -> Optional.of(own));
        findings.add(found);
      }
    }
    ScoreResults results = new ScoreResults(files, sheets, findings);
    console().result(format(), results.fields(), results.words());
    return OK;
  }

  /// The same recording twice is one sample, not two: intervals would claim too much.
  private static void checkNew(String hash, Path file, Map<String, Path> known) {
    if (!hash.isEmpty() && known.containsKey(hash)) {
      throw new Problem(
          "it has the same rows as " + known.get(hash),
          file.toString(),
          "give each recording once: a repeated episode adds no information");
    }
    known.put(hash, file);
  }
}
