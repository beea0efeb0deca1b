package dev.hindsight.app.cli.record;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Reports as commands print them.
public final class RecordingResults {
  /// What went wrong, of the totals: each world counts its own.
  private static final List<String> HARMS = List.of("collisions", "offroad", "losses", "left");

  private RecordingResults() {}

  /// A number for a program: JSON knows no NaN, so what there is none of is null.
  public static Object finite(double value) {
    return Double.isFinite(value) ? (Object) value : NullNode.getInstance();
  }

  /// A recording, for a program.
  public static Map<String, Object> of(RecordingReport report, Path file) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("ticks", report.ticks());
    fields.put("agents", report.agents());
    fields.put("goals", report.goals());
    fields.put("collisions", report.count("collisions"));
    fields.put("offroad", report.count("offroad"));
    fields.put("totals", new TreeMap<>(report.totals()));
    fields.put("trialScores", report.trialScores());
    fields.put("seconds", report.seconds());
    fields.put("agentStepsPerSecond", report.agentStepsPerSecond());
    return fields;
  }

  /// A recording, for a person.
  public static String words(RecordingReport report, Path file) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s: %d ticks of %d agents in %s; %d goals",
            file,
            report.ticks(),
            report.agents(),
            NumberWords.seconds(report.seconds()),
            report.goals()));
    for (String harm : HARMS) {
      if (report.totals().containsKey(harm)) {
        words.append(", ").append(report.count(harm)).append(' ').append(harm);
      }
    }
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d / %d: score %s",
              k + 1,
              report.trialScores().size(),
              NumberWords.exactScore(report.trialScores().get(k))));
    }
    return words.toString();
  }

  /// A film, for a person.
  public static String words(FilmReport report) {
    return String.format(
        Locale.ROOT,
        "%s: %d frames of %d x %d at %s/s, %s",
        report.file(),
        report.frames(),
        report.width(),
        report.height(),
        report.rate(),
        NumberWords.bytes(report.bytes()));
  }
}
