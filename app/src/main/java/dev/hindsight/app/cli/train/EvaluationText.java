package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.ScoreText;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.MemoryWipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/// Prints evaluations for people, in at most [#WIDTH] columns.
final class EvaluationText {
  /// Columns of a line of the table.
  static final int WIDTH = 100;

  private static final int NAME = 24;
  private static final String GAP = "  ";

  /// Fewest characters of a name that should stay.
  private static final int SHORTEST_NAME = 9;

  private EvaluationText() {}

  /// The scores of one policy over all its episodes.
  static String summary(FinishedEvaluation evaluation) {
    EvaluationReport report = evaluation.report();
    StringBuilder words = new StringBuilder();
    words.append(
        wording(
            "EvaluationText.episodes_in",
            evaluation.checkpoint(),
            report.episodes(),
            evaluation.actions(),
            evaluation.wipe() == MemoryWipe.TRIALS
                ? wording("EvaluationText.memory_wiped_at_every_trial")
                : "",
            NumberWords.seconds(report.seconds())));
    List<Interval> scores = report.trialScores();
    for (int k = 0; k < scores.size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("EvaluationText.trial_score"),
              k + 1,
              scores.size(),
              ScoreText.of(scores.get(k))));
    }
    if (scores.isEmpty()) {
      words.append(
          wording("EvaluationText.no_score", decimals(report.earned()), decimals(report.ticks())));
    }
    report
        .gain()
        .ifPresent(
            gain -> words.append(wording("EvaluationText.ada_delta")).append(ScoreText.of(gain)));
    words.append(ScoreText.methods(scores, report.gain(), "ada_delta"));
    return words.toString();
  }

  /// `12.50 (95 % between 11.20 and 13.80)`.
  private static String decimals(Interval value) {
    return NumberWords.decimals(value.mean(), 2)
        + " ("
        + value.words(end -> NumberWords.decimals(end, 2), "episode")
        + ")";
  }

  /// The table: scores with their intervals, or returns where there are none; other measures as
  /// means.
  static String table(EvaluationTable table) {
    boolean policies = table.checkpoints().size() > 1;
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>();
    if (policies) {
      head.add(wording("EvaluationText.checkpoint"));
    }
    head.add(wording("EvaluationText.scenario"));
    if (table.partners()) {
      head.add(wording("EvaluationText.partner"));
    }
    int names = head.size();
    if (table.trials()) {
      head.add(wording("EvaluationText.trial"));
    }
    List<Integer> columns =
        IntStream.range(0, table.measures().size()).filter(table::measured).boxed().toList();
    columns.forEach(column -> head.add(table.measures().get(column).title()));
    if (table.completions()) {
      head.add(wording("EvaluationText.completion"));
    }
    lines.add(head);
    for (EvaluationTable.Row row : table.rows()) {
      List<String> cells = new ArrayList<>();
      if (policies) {
        cells.add(name(row.checkpoint()));
      }
      cells.add(row.world().scenario().isEmpty() ? "–" : name(row.world().scenario()));
      if (table.partners()) {
        cells.add(name(row.world().partner().orElse("–")));
      }
      if (table.trials()) {
        cells.add(row.whole() ? NumberWords.NONE : Integer.toString(row.trial() + 1));
      }
      for (int i : columns) {
        cells.add(cell(table.measures().get(i), row.values().get(i), i == columns.getFirst()));
      }
      if (table.completions()) {
        cells.add(
            row.completion()
                .map(rate -> NumberWords.exactScore(rate.mean()))
                .orElse(NumberWords.NONE));
      }
      lines.add(cells);
    }
    return aligned(lines, names);
  }

  private static String cell(Measure measure, Interval value, boolean ends) {
    if (Double.isNaN(value.mean())) {
      return NumberWords.NONE;
    }
    DoubleFunction<String> number =
        measure.range().equals(Interval.Range.UNIT)
            ? NumberWords::exactScore
            : one -> NumberWords.decimals(one, 2);
    String mean = number.apply(value.mean());
    return ends && value.known()
        ? mean + " [" + number.apply(value.low()) + " " + number.apply(value.high()) + "]"
        : mean;
  }

  /// The last part of a path: what tells files apart.
  private static String name(String nameOrPath) {
    return NamedFile.lastPart(nameOrPath);
  }

  /// Cells under each other: names to the left, numbers to the right. Names give way if the lines
  /// would be too wide, and then the gaps between numbers.
  private static String aligned(List<List<String>> lines, int names) {
    int columns = lines.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    int numbers = Arrays.stream(widths, names, columns).sum();
    int gap = GAP.length();
    int left = left(names, numbers + (columns - names) * gap);
    if (left < SHORTEST_NAME) {
      gap = 1;
      left = Math.max(SHORTEST_NAME, left(names, numbers + (columns - names) * gap));
    }
    for (int column = 0; column < names; column++) {
      widths[column] = Math.min(widths[column], Math.min(left, 2 * NAME));
    }
    StringBuilder words = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder row = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String cell = cut(line.get(column), widths[column]);
        String pad = " ".repeat(widths[column] - cell.length());
        row.append(column < names ? GAP + cell + pad : " ".repeat(gap) + pad + cell);
      }
      words.append('\n').append(row.toString().stripTrailing());
    }
    return words.toString();
  }

  /// Characters of each name beside numbers of a width.
  private static int left(int names, int numbers) {
    return (WIDTH - GAP.length() - numbers) / names - GAP.length();
  }

  /// A text without its middle, if it is too long: names of a family differ at their ends.
  private static String cut(String text, int width) {
    if (text.length() <= width) {
      return text;
    }
    int tail = (width - 1) / 2;
    return text.substring(0, width - 1 - tail) + "…" + text.substring(text.length() - tail);
  }
}
