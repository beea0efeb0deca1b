package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A study's report as a page (Markdown) and as JSON.
///
/// @param spec the study
/// @param report its numbers
/// @param notes what a reader must know: runs that diverged, maps that were trained on
public record StudyPage(StudySpec spec, StudyReport report, List<String> notes) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Copies the list.
  public StudyPage {
    notes = List.copyOf(notes);
  }

  /// One sentence for each pair of arms.
  public List<String> sentences() {
    return report.comparisons().stream().map(StudyReport.ArmComparison::sentence).toList();
  }

  /// As Markdown.
  public String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + spec.name());
    lines.add("");
    lines.add(
        wording(
            "StudyPage.arms_seeds_episodes",
            spec.environment(),
            spec.arms().size(),
            spec.seeds().size(),
            spec.evaluation().episodes()));
    notes.forEach(note -> lines.addAll(List.of("", "- **" + note + "**")));
    lines.addAll(List.of("", wording("StudyPage.arms"), ""));
    arms(lines);
    if (!report.comparisons().isEmpty()) {
      lines.addAll(List.of(wording("StudyPage.comparisons"), ""));
      for (StudyReport.ArmComparison one : report.comparisons()) {
        lines.add("- " + one.sentence());
        if (one.scored()) {
          lines.add("- " + one.gainSentence());
        }
        lines.add(
            "- "
                + wording(
                    "StudyPage.probability_of_improvement",
                    one.score().other(),
                    one.score().baseline(),
                    of(one.improvement(), NumberWords::exactScore)));
      }
      lines.addAll(
          List.of(
              "",
              report.scored()
                  ? wording("StudyPage.how_comparisons")
                  : wording("StudyPage.how_comparisons_by_return"),
              ""));
    }
    if (report.scored()) {
      trials(lines);
    }
    runs(lines);
    if (report.scored()) {
      profile(lines);
    }
    return String.join("\n", lines) + "\n";
  }

  private void arms(List<String> lines) {
    boolean scored = report.scored();
    if (scored) {
      lines.add(wording("StudyPage.arm_runs_score_gain"));
      lines.add("|---|---|---|---|---|---|");
    } else {
      lines.add(wording("StudyPage.arm_runs_return"));
      lines.add("|---|---|---|---|");
    }
    for (StudyReport.ArmReport arm : report.arms()) {
      String runs = Integer.toString(arm.runs().size());
      lines.add(
          scored
              ? row(
                  arm.title(),
                  runs,
                  of(arm.score(), NumberWords::exactScore),
                  of(arm.gain(), NumberWords::exactScoreDifference),
                  of(arm.interquartileMean(), NumberWords::exactScore),
                  of(arm.optimalityGap(), NumberWords::exactScore))
              : row(
                  arm.title(),
                  runs,
                  of(arm.earned(), StudyPage::earned),
                  of(arm.interquartileMean(), StudyPage::earned)));
    }
    lines.addAll(
        List.of(
            "",
            scored ? wording("StudyPage.how_arms") : wording("StudyPage.how_arms_by_return"),
            ""));
  }

  private static String earned(double value) {
    return NumberWords.decimals(value, 3);
  }

  private void trials(List<String> lines) {
    lines.addAll(List.of(wording("StudyPage.score_by_trial"), ""));
    int trials = report.arms().stream().mapToInt(arm -> arm.trials().size()).max().orElse(0);
    List<String> head = new ArrayList<>(List.of(wording("StudyPage.arm")));
    for (int k = 1; k <= trials; k++) {
      head.add(wording("StudyPage.trial", k));
    }
    table(lines, head);
    for (StudyReport.ArmReport arm : report.arms()) {
      List<String> cells = new ArrayList<>(List.of(arm.title()));
      arm.trials().forEach(trial -> cells.add(of(trial, NumberWords::exactScore)));
      lines.add(row(cells.toArray(String[]::new)));
    }
    lines.add("");
  }

  private void runs(List<String> lines) {
    lines.addAll(List.of(wording("StudyPage.runs"), ""));
    if (report.scored()) {
      lines.add(wording("StudyPage.arm_seed_score"));
      lines.add("|---|---|---|---|---|---|");
    } else {
      lines.add(wording("StudyPage.arm_seed_return"));
      lines.add("|---|---|---|---|");
    }
    for (StudyReport.ArmReport arm : report.arms()) {
      for (StudyReport.RunResult run : arm.runs()) {
        List<String> cells = new ArrayList<>(List.of(arm.title(), Long.toString(run.seed())));
        if (report.scored()) {
          cells.add(NumberWords.exactScore(run.score()));
          cells.add(NumberWords.exactScoreDifference(run.gain()));
        }
        cells.add(earned(run.earned()));
        cells.add(NumberWords.decimals(run.ticks(), 1));
        lines.add(row(cells.toArray(String[]::new)));
      }
    }
    lines.add("");
  }

  private void profile(List<String> lines) {
    lines.addAll(List.of(wording("StudyPage.performance_profile"), ""));
    List<String> head = new ArrayList<>(List.of(wording("StudyPage.score_above")));
    report.arms().forEach(arm -> head.add(arm.title()));
    table(lines, head);
    List<Double> thresholds = StudyReport.thresholds();
    for (int i = 0; i < thresholds.size(); i++) {
      List<String> cells = new ArrayList<>(List.of(NumberWords.decimals(thresholds.get(i), 2)));
      for (StudyReport.ArmReport arm : report.arms()) {
        cells.add(of(arm.profile().get(i), NumberWords::score));
      }
      lines.add(row(cells.toArray(String[]::new)));
    }
  }

  private static void table(List<String> lines, List<String> head) {
    lines.add(row(head.toArray(String[]::new)));
    lines.add(head.stream().map(_ -> "---").collect(Collectors.joining("|", "|", "|")));
  }

  private static String row(String... cells) {
    return List.of(cells).stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  /// `0.812 [0.790 0.834]`; where one run, or runs that are all equal, give no interval, it says
  /// so.
  private static String of(Interval interval, DoubleFunction<String> number) {
    String mean = number.apply(interval.mean());
    if (interval.known()) {
      return mean + " [" + number.apply(interval.low()) + " " + number.apply(interval.high()) + "]";
    }
    return mean
        + " "
        + (interval.count() > 1 ? wording("StudyPage.all_equal") : wording("StudyPage.one_run"));
  }

  /// As JSON, with all digits; an interval without ends has null.
  public String json() {
    StudyReportJson json =
        new StudyReportJson(
            spec.name(),
            spec.environment(),
            0.95,
            new BootstrapJson(report.bootstrap().resamples(), report.bootstrap().seed()),
            notes,
            StudyReport.thresholds(),
            report.arms().stream().map(ArmJson::of).toList(),
            report.comparisons().stream().map(ArmComparisonJson::of).toList());
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that is not JSON", e);
    }
  }

  private record StudyReportJson(
      String name,
      String environment,
      double confidence,
      BootstrapJson bootstrap,
      List<String> notes,
      List<Double> thresholds,
      List<ArmJson> arms,
      List<ArmComparisonJson> comparisons) {}

  private record BootstrapJson(int resamples, long seed) {}

  /// Without scores, what needs them is absent, and median and interquartile mean are of the
  /// return.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ArmJson(
      String arm,
      List<ArmRunJson> runs,
      List<IntervalJson> trialScores,
      @Nullable IntervalJson score,
      @Nullable IntervalJson gain,
      @JsonProperty("return") IntervalJson earned,
      IntervalJson median,
      IntervalJson interquartileMean,
      @Nullable IntervalJson interquartileMeanGain,
      @Nullable IntervalJson optimalityGap,
      List<IntervalJson> profile) {
    static ArmJson of(StudyReport.ArmReport arm) {
      return new ArmJson(
          arm.title(),
          arm.runs().stream().map(ArmRunJson::of).toList(),
          arm.trials().stream().map(IntervalJson::of).toList(),
          IntervalJson.measured(arm.score()),
          IntervalJson.measured(arm.gain()),
          IntervalJson.of(arm.earned()),
          IntervalJson.of(arm.median()),
          IntervalJson.of(arm.interquartileMean()),
          IntervalJson.measured(arm.interquartileGain()),
          IntervalJson.measured(arm.optimalityGap()),
          arm.profile().stream().map(IntervalJson::of).toList());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ArmRunJson(
      long seed,
      @Nullable Double score,
      @Nullable Double gain,
      @JsonProperty("return") double earned,
      double length) {
    static ArmRunJson of(StudyReport.RunResult run) {
      return new ArmRunJson(
          run.seed(), known(run.score()), known(run.gain()), run.earned(), run.ticks());
    }

    private static @Nullable Double known(double value) {
      return Double.isNaN(value) ? null : value;
    }
  }

  /// Without scores, the difference is one of returns.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ArmComparisonJson(
      String baseline,
      String arm,
      @Nullable IntervalJson scoreDifference,
      @Nullable IntervalJson returnDifference,
      @Nullable IntervalJson gainDifference,
      IntervalJson probabilityOfImprovement,
      boolean differs,
      String sentence,
      @Nullable String gainSentence) {
    static ArmComparisonJson of(StudyReport.ArmComparison one) {
      IntervalJson difference = IntervalJson.of(one.score().interval());
      return new ArmComparisonJson(
          one.score().baseline(),
          one.score().other(),
          one.scored() ? difference : null,
          one.scored() ? null : difference,
          IntervalJson.measured(one.gain().interval()),
          IntervalJson.of(one.improvement()),
          one.score().shown(),
          one.sentence(),
          one.scored() ? one.gainSentence() : null);
    }
  }

  /// @param interval both ends; null where there is none
  private record IntervalJson(double value, List<@Nullable Double> interval, String method) {
    /// Null for what was not measured.
    static @Nullable IntervalJson measured(Interval interval) {
      return Double.isNaN(interval.mean()) ? null : of(interval);
    }

    static IntervalJson of(Interval interval) {
      List<@Nullable Double> ends = new ArrayList<>();
      for (Double end : interval.ends()) {
        ends.add(end.isNaN() ? null : end);
      }
      return new IntervalJson(interval.mean(), ends, interval.method().id());
    }
  }
}
