package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The metrics of a run as a table: a row for each update, a column for each metric. What an update
/// did not measure is an empty cell, not 0. Steps are those of the run up to and with the update,
/// as for TensorBoard.
///
/// @param lines the heading first
/// @param columns number of columns
record MetricsCsv(List<String> lines, int columns) {
  private static final List<String> EVERY_UPDATE =
      List.of("update", "agent_steps", "environment_steps");

  MetricsCsv {
    lines = List.copyOf(lines);
  }

  /// Makes the table.
  ///
  /// @param prefixes what the names of wanted metrics begin with; empty for all
  /// @throws Problem if no metric begins with one of them
  static MetricsCsv of(List<UpdateReport> reports, List<String> prefixes) {
    List<Map<String, String>> rows = new ArrayList<>();
    TreeSet<String> all = new TreeSet<>();
    TreeSet<String> names = new TreeSet<>();
    for (UpdateReport report : reports) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int k = 0; k < report.trialScores().size(); k++) {
        double score = report.trialScores().get(k);
        row.put("trial_" + (k + 1) + "_score", Double.isNaN(score) ? "" : Double.toString(score));
      }
      report.metrics().forEach((name, value) -> row.put(name, value.toString()));
      all.addAll(row.keySet());
      row.keySet()
          .removeIf(name -> !prefixes.isEmpty() && prefixes.stream().noneMatch(name::startsWith));
      names.addAll(row.keySet());
      rows.add(row);
    }
    for (String prefix : prefixes) {
      if (names.stream().noneMatch(name -> name.startsWith(prefix))) {
        throw new Problem(
            wording("MetricsCsv.no_metric_begins_with", prefix),
            "--metric",
            all.isEmpty()
                ? wording("MetricsCsv.the_run_has_no_metrics")
                : wording("MetricsCsv.did_you_mean", NameSuggestions.closest(prefix, all)));
      }
    }
    List<String> lines = new ArrayList<>();
    List<String> heading = new ArrayList<>(EVERY_UPDATE);
    heading.addAll(names);
    lines.add(CsvLine.of(heading).stripTrailing());
    long agentSteps = 0;
    long environmentSteps = 0;
    for (int r = 0; r < rows.size(); r++) {
      UpdateReport report = reports.get(r);
      Map<String, String> row = rows.get(r);
      agentSteps += report.agentSteps();
      environmentSteps += report.environmentSteps();
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Long.toString(report.update()),
                  Long.toString(agentSteps),
                  Long.toString(environmentSteps)));
      names.forEach(name -> cells.add(row.getOrDefault(name, "")));
      lines.add(String.join(",", cells));
    }
    return new MetricsCsv(lines, heading.size());
  }
}
