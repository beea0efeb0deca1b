package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A benchmark: prints its figures, one a line, or with `--json` the fields of its result and the
/// figures as `figures`, which [BenchAllCommand] reads.
abstract class FigureCommand extends CommandBase {
  private static final int DIGITS = 4;

  /// A figure as JSON.
  ///
  /// @param value null if it was not measured
  private record FigureJson(String name, double value, String unit, String better) {
    static FigureJson of(BenchFigure figure) {
      return new FigureJson(
          figure.name(), figure.median(), figure.unit(), Words.of(figure.better()));
    }
  }

  /// Prints a result.
  protected final <R extends Record & BenchResult> int report(R result) {
    return report(fields(result), result.figures());
  }

  /// Prints several results of one benchmark.
  ///
  /// @param fields the results as JSON
  protected final int report(Map<String, Object> fields, List<BenchFigure> figures) {
    Map<String, Object> json = new LinkedHashMap<>(fields);
    json.put("figures", figures.stream().map(FigureJson::of).toList());
    console().result(format(), json, words(figures));
    return OK;
  }

  private static String words(List<BenchFigure> figures) {
    int width = figures.stream().mapToInt(one -> one.name().length()).max().orElse(1);
    return figures.stream()
        .filter(BenchFigure::measured)
        .map(one -> one.name() + " ".repeat(width + 2 - one.name().length()) + value(one))
        .collect(Collectors.joining("\n"));
  }

  /// The median with its unit.
  static String value(BenchFigure figure) {
    String number = NumberWords.significant(figure.median(), DIGITS);
    return figure.unit().equals("1") ? number : number + " " + figure.unit();
  }

  /// The words for what is better, in JSON.
  static final class Words {
    private Words() {}

    static String of(BenchFigure.Better better) {
      return switch (better) {
        case MORE -> "more";
        case LESS -> "less";
        case NEITHER -> "neither";
      };
    }

    static BenchFigure.Better better(String word) {
      return switch (word) {
        case "more" -> BenchFigure.Better.MORE;
        case "less" -> BenchFigure.Better.LESS;
        default -> BenchFigure.Better.NEITHER;
      };
    }
  }
}
