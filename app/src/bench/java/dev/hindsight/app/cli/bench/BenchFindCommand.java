package dev.hindsight.app.cli.bench;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench find`: the time to scan for a condition, without opening and reading it.
@Command(name = "find")
public final class BenchFindCommand extends FigureCommand {
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
      Map<String, Object> all = new LinkedHashMap<>();
      List<BenchFigure> figures = new ArrayList<>();
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
        figures.add(BenchFigure.less(text + ".firstMillis", "ms", first));
        figures.add(BenchFigure.less(text + ".medianMillis", "ms", median));
      }
      return report(all, figures);
    }
  }

  private static double millis(Condition condition, Signals signals) {
    long begin = System.nanoTime();
    ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
    return (System.nanoTime() - begin) / 1e6;
  }

  private record ScanTimesJson(double firstMillis, double medianMillis) {}
}
