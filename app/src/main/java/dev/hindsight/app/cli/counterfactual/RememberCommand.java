package dev.hindsight.app.cli.counterfactual;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.record.RecordingResults;
import dev.hindsight.inspector.verdict.MemoryExperiment;
import dev.hindsight.inspector.verdict.MemoryVerdict;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.Interval;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight remember`: whether a policy remembered from trial to trial.
@Command(
    name = "remember",
    description =
        "Test whether a policy uses its memory: run the same episodes with memory wiped,"
            + " and with each path closed by which earlier trials reach the policy.")
public final class RememberCommand extends CommandBase {
  private static final Object NONE = NullNode.getInstance();

  @Parameters(paramLabel = "FILE", description = "A rollout of a policy over two trials or more.")
  private Path file;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Number of episodes: those of the recording, then others with other seeds."
              + " Default: those of the recording.")
  private int episodes;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "The checkpoint used for the recording. Default: Hindsight searches for it.")
  private Optional<Path> checkpoint = Optional.empty();

  @Override
  public Integer call() {
    if (episodes < 0) {
      throw new Problem(episodes + " episodes are too few", "--episodes", "give 1 or more");
    }
    try (Rollout rollout = Rollouts.open(file)) {
      MemoryVerdict verdict =
          new MemoryExperiment(rollout, checkpoint, episodes)
              .run(console().progress(), new Cancellation());
      console().result(format(), fields(verdict), words(verdict));
    }
    return OK;
  }

  private Map<String, Object> fields(MemoryVerdict verdict) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("episodes", verdict.episodes());
    fields.put("trials", verdict.trials());
    fields.put("repeatsUnchanged", verdict.departs().isEmpty());
    fields.put("conclusion", verdict.conclusion().name().toLowerCase(Locale.ROOT));
    fields.put("sentence", verdict.sentence());
    fields.put("reasons", verdict.reasons());
    fields.put("confidence", 0.95);
    List<Map<String, Object>> runs = new ArrayList<>();
    for (MemoryVerdict.Row row : verdict.rows()) {
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("control", row.control().name().toLowerCase(Locale.ROOT));
      run.put("words", row.control().words());
      run.put("applies", row.missing().isEmpty());
      run.put("why", row.missing().<Object>map(why -> why).orElse(NONE));
      run.put("trialScores", row.scores().stream().map(RememberCommand::mean).toList());
      run.put("trialScoreIntervals", row.scores().stream().map(RememberCommand::ends).toList());
      run.put("trialScoreMethods", row.scores().stream().map(RememberCommand::method).toList());
      run.put("gain", mean(row.gain()));
      run.put("gainInterval", ends(row.gain()));
      run.put("gainMethod", method(row.gain()));
      run.put("lastTrialChange", mean(row.change()));
      run.put("lastTrialChangeInterval", ends(row.change()));
      run.put("lastTrialChangeMethod", method(row.change()));
      runs.add(run);
    }
    fields.put("runs", runs);
    return fields;
  }

  private static Object mean(Optional<Interval> interval) {
    return interval.map(Interval::mean).map(RecordingResults::finite).orElse(NONE);
  }

  private static Object ends(Optional<Interval> interval) {
    return interval
        .<Object>map(
            one -> List.of(RecordingResults.finite(one.low()), RecordingResults.finite(one.high())))
        .orElse(NONE);
  }

  private static Object method(Optional<Interval> interval) {
    return interval.<Object>map(one -> one.method().id()).orElse(NONE);
  }

  private static String words(MemoryVerdict verdict) {
    StringBuilder words = new StringBuilder(verdict.sentence());
    for (MemoryVerdict.Row row : verdict.rows()) {
      words.append(String.format(Locale.ROOT, "%n  %-36s", row.control().words()));
      if (row.missing().isPresent()) {
        words.append("does not apply: ").append(row.missing().get());
        continue;
      }
      for (Optional<Interval> score : row.scores()) {
        words.append(score.map(one -> " " + NumberWords.exactScore(one.mean())).orElse("     –"));
      }
      row.gain().ifPresent(gain -> words.append("  gain ").append(ends(gain)));
      row.change().ifPresent(change -> words.append("  last trial ").append(ends(change)));
    }
    if (verdict.rows().getFirst().gain().filter(Interval::known).isPresent()) {
      words.append("\n  In brackets: 95 % intervals over episodes: ");
      words.append(Interval.Method.GAFFKE_PAIRED.words());
    }
    verdict.reasons().forEach(reason -> words.append("\n- ").append(reason));
    return words.toString();
  }

  private static String ends(Interval interval) {
    return interval.known()
        ? NumberWords.gain(interval.mean())
            + " ("
            + NumberWords.gain(interval.low())
            + ", "
            + NumberWords.gain(interval.high())
            + ")"
        : NumberWords.gain(interval.mean());
  }
}
