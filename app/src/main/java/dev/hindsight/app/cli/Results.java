package dev.hindsight.app.cli;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Reports as commands print them.
final class Results {
  private Results() {}

  /// A number for a program: JSON knows no NaN, so what there is none of is null.
  static Object finite(double value) {
    return Double.isFinite(value) ? (Object) value : NullNode.getInstance();
  }

  /// A recording, for a program.
  static Map<String, Object> of(RecordingReport report, Path file) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("ticks", report.ticks());
    fields.put("agents", report.agents());
    fields.put("goals", report.goals());
    fields.put("collisions", report.collisions());
    fields.put("offroad", report.offroad());
    fields.put("trialScores", report.trialScores());
    fields.put("seconds", report.seconds());
    fields.put("agentStepsPerSecond", report.agentStepsPerSecond());
    return fields;
  }

  /// A recording, for a person.
  static String words(RecordingReport report, Path file) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s: %d ticks of %d agents in %.1f s; %d goals, %d collisions, %d offroad",
            file,
            report.ticks(),
            report.agents(),
            report.seconds(),
            report.goals(),
            report.collisions(),
            report.offroad()));
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d / %d: score %.3f",
              k + 1,
              report.trialScores().size(),
              report.trialScores().get(k)));
    }
    return words.toString();
  }

  /// A film, for a person.
  static String words(FilmReport report) {
    return String.format(
        Locale.ROOT,
        "%s: %d frames of %d x %d at %s/s, %.1f MB",
        report.file(),
        report.frames(),
        report.width(),
        report.height(),
        report.rate(),
        report.bytes() / 1e6);
  }
}
