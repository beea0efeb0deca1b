package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench find`: the time to scan for a condition, without opening and reading it.
@Command(name = "find")
public final class BenchFindCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "BenchFindCommand.file")
  private Path file;

  @Option(
      names = "--when",
      paramLabel = "CONDITION",
      required = true,
      descriptionKey = "BenchFindCommand.conditions")
  private List<String> conditions;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      descriptionKey = "BenchFindCommand.rounds")
  private int rounds;

  @Override
  public Integer call() {
    try (Rollout rollout = Rollouts.open(file)) {
      Map<String, ScanTimesJson> all = new LinkedHashMap<>();
      StringBuilder words =
          new StringBuilder(
              wording(
                  "BenchFindCommand.ticks_of_agents_ms",
                  rollout.ticks(),
                  rollout.manifest().agents()));
      for (String text : conditions) {
        // Prevents one condition from using results cached by another.
        Signals signals = BuiltInSignals.of(rollout, Optional.empty());
        Condition condition = Condition.of(text, signals.vocabulary());
        double[] millis = new double[Math.max(1, rounds)];
        for (int i = 0; i < millis.length; i++) {
          millis[i] = millis(condition, signals);
        }
        double first = millis[0];
        Arrays.sort(millis);
        double median = millis[millis.length / 2];
        all.put(text, new ScanTimesJson(first, median));
        words.append(
            String.format(
                Locale.ROOT,
                wording("BenchFindCommand.first_median"),
                text,
                NumberWords.decimals(first, 0),
                NumberWords.decimals(median, 1)));
      }
      console().result(format(), all, words.toString());
    }
    return OK;
  }

  private static double millis(Condition condition, Signals signals) {
    long begin = System.nanoTime();
    ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
    return (System.nanoTime() - begin) / 1e6;
  }

  private record ScanTimesJson(double firstMillis, double medianMillis) {}
}
