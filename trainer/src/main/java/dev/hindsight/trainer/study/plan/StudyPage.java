package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

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
    lines.add(wording("StudyPage.arm_runs_score_gain"));
    lines.add("|---|---|---|---|---|---|");
    for (StudyReport.ArmReport arm : report.arms()) {
      lines.add(
          row(
              arm.title(),
              Integer.toString(arm.runs().size()),
              of(arm.score(), NumberWords::exactScore),
              of(arm.gain(), NumberWords::exactScoreDifference),
              of(arm.interquartileMean(), NumberWords::exactScore),
              of(arm.optimalityGap(), NumberWords::exactScore)));
    }
    lines.addAll(List.of("", wording("StudyPage.how_arms"), ""));
    if (!report.comparisons().isEmpty()) {
      lines.addAll(List.of(wording("StudyPage.comparisons"), ""));
      for (StudyReport.ArmComparison one : report.comparisons()) {
        lines.add("- " + one.sentence());
        lines.add("- " + one.gainSentence());
        lines.add(
            "- "
                + wording(
                    "StudyPage.probability_of_improvement",
                    one.score().other(),
                    one.score().baseline(),
                    of(one.improvement(), NumberWords::exactScore)));
      }
      lines.addAll(List.of("", wording("StudyPage.how_comparisons"), ""));
    }
    trials(lines);
    runs(lines);
    profile(lines);
    return String.join("\n", lines) + "\n";
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
    lines.addAll(List.of(wording("StudyPage.runs"), "", wording("StudyPage.arm_seed_score")));
    lines.add("|---|---|---|---|---|---|");
    for (StudyReport.ArmReport arm : report.arms()) {
      for (StudyReport.RunResult run : arm.runs()) {
        lines.add(
            row(
                arm.title(),
                Long.toString(run.seed()),
                NumberWords.exactScore(run.score()),
                NumberWords.exactScoreDifference(run.gain()),
                NumberWords.decimals(run.earned(), 3),
                NumberWords.decimals(run.ticks(), 1)));
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

  /// `0.812 [0.790 0.834]`.
  private static String of(Interval interval, DoubleFunction<String> number) {
    String mean = number.apply(interval.mean());
    return interval.known()
        ? mean + " [" + number.apply(interval.low()) + " " + number.apply(interval.high()) + "]"
        : mean;
  }

  /// As JSON, with all digits; an interval without ends has null.
  public String json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("name", spec.name()).put("environment", spec.environment());
    root.put("confidence", 0.95);
    root.putObject("bootstrap")
        .put("resamples", report.bootstrap().resamples())
        .put("seed", report.bootstrap().seed());
    ArrayNode said = root.putArray("notes");
    notes.forEach(said::add);
    ArrayNode thresholds = root.putArray("thresholds");
    StudyReport.thresholds().forEach(thresholds::add);
    ArrayNode arms = root.putArray("arms");
    for (StudyReport.ArmReport arm : report.arms()) {
      ObjectNode node = arms.addObject().put("arm", arm.title());
      ArrayNode runs = node.putArray("runs");
      for (StudyReport.RunResult run : arm.runs()) {
        runs.addObject()
            .put("seed", run.seed())
            .put("score", run.score())
            .put("gain", run.gain())
            .put("return", run.earned())
            .put("length", run.ticks());
      }
      put(node.putArray("trialScores"), arm.trials());
      put(node, "score", arm.score());
      put(node, "gain", arm.gain());
      put(node, "return", arm.earned());
      put(node, "median", arm.median());
      put(node, "interquartileMean", arm.interquartileMean());
      put(node, "interquartileMeanGain", arm.interquartileGain());
      put(node, "optimalityGap", arm.optimalityGap());
      put(node.putArray("profile"), arm.profile());
    }
    ArrayNode comparisons = root.putArray("comparisons");
    for (StudyReport.ArmComparison one : report.comparisons()) {
      ObjectNode node =
          comparisons
              .addObject()
              .put("baseline", one.score().baseline())
              .put("arm", one.score().other());
      put(node, "scoreDifference", one.score().interval());
      put(node, "gainDifference", one.gain().interval());
      put(node, "probabilityOfImprovement", one.improvement());
      node.put("differs", one.score().shown());
      node.put("sentence", one.sentence()).put("gainSentence", one.gainSentence());
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that is not JSON", e);
    }
  }

  private static void put(ObjectNode node, String name, Interval interval) {
    fill(node.putObject(name), interval);
  }

  private static void put(ArrayNode node, List<Interval> intervals) {
    intervals.forEach(interval -> fill(node.addObject(), interval));
  }

  private static void fill(ObjectNode node, Interval interval) {
    node.put("value", interval.mean());
    ArrayNode ends = node.putArray("interval");
    for (double end : interval.ends()) {
      if (Double.isNaN(end)) {
        ends.addNull();
      } else {
        ends.add(end);
      }
    }
    node.put("method", interval.method().id());
  }
}
