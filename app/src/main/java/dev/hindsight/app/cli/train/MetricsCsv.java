package dev.hindsight.app.cli.train;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The metrics of a run as a table: a row for each update, a column for each metric. What an update
/// did not measure is an empty cell, not 0.
final class MetricsCsv {
  private MetricsCsv() {}

  /// Makes the lines, the heading first.
  ///
  /// @param prefixes what the names of wanted metrics begin with; empty for all
  static List<String> of(List<UpdateReport> reports, List<String> prefixes) {
    List<Map<String, String>> rows = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    for (UpdateReport report : reports) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int k = 0; k < report.trialScores().size(); k++) {
        row.put("trial_" + (k + 1) + "_score", report.trialScores().get(k).toString());
      }
      report.metrics().forEach((name, value) -> row.put(name, value.toString()));
      row.keySet()
          .removeIf(name -> !prefixes.isEmpty() && prefixes.stream().noneMatch(name::startsWith));
      names.addAll(row.keySet());
      rows.add(row);
    }
    List<String> lines = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("update", "agent_steps", "environment_steps"));
    names.forEach(name -> heading.add(quoted(name)));
    lines.add(String.join(",", heading));
    for (int r = 0; r < rows.size(); r++) {
      UpdateReport report = reports.get(r);
      Map<String, String> row = rows.get(r);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Long.toString(report.update()),
                  Long.toString(report.agentSteps()),
                  Long.toString(report.environmentSteps())));
      names.forEach(name -> cells.add(row.getOrDefault(name, "")));
      lines.add(String.join(",", cells));
    }
    return lines;
  }

  /// As RFC 4180 says.
  private static String quoted(String text) {
    return text.contains(",") || text.contains("\"")
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
