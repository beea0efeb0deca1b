package dev.hindsight.app.cli;

import dev.hindsight.inspector.scores.AgentTrial;
import dev.hindsight.inspector.scores.Finding;
import dev.hindsight.inspector.scores.ScoreSheet;
import dev.hindsight.inspector.scores.ScoreSummary;
import dev.hindsight.inspector.scores.Side;
import dev.hindsight.inspector.scores.Totals;
import dev.hindsight.inspector.scores.Trial;
import dev.hindsight.trainer.run.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Scores of recordings, as fields and as words. What there is none of is null in the fields, as
/// JSON knows no NaN.
record ScoreResults(List<Path> files, List<ScoreSheet> sheets, List<List<Finding>> findings) {
  Map<String, @Nullable Object> fields() {
    ScoreSummary egos = ScoreSummary.of(sheets, Side.EGO);
    ScoreSummary others = ScoreSummary.of(sheets, Side.CO_PLAYER);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("episodes", egos.episodes());
    fields.put("trials", egos.scores().size());
    fields.put("trialScores", means(egos.scores()));
    fields.put("trialScoreIntervals", ends(egos.scores()));
    fields.put("trialReached", means(egos.reached()));
    fields.put("adaDelta", egos.adaDelta().map(Interval::mean).orElse(null));
    fields.put("adaDeltaInterval", egos.adaDelta().map(ScoreResults::ends).orElse(null));
    fields.putAll(egos.named());
    fields.put("coPlayerTrialScores", means(others.scores()));
    fields.put("confidence", 0.95);
    List<Map<String, @Nullable Object>> recordings = new ArrayList<>();
    for (int i = 0; i < sheets.size(); i++) {
      recordings.add(recording(files.get(i), sheets.get(i), findings.get(i)));
    }
    fields.put("recordings", recordings);
    return fields;
  }

  private static Map<String, @Nullable Object> recording(
      Path file, ScoreSheet sheet, List<Finding> findings) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("trials", sheet.trials());
    fields.put("egos", sheet.count(Side.EGO));
    fields.put("coPlayers", sheet.count(Side.CO_PLAYER));
    fields.put("trialScores", means(ScoreSummary.of(List.of(sheet), Side.EGO).scores()));
    fields.put("totals", totals(sheet.totals(Side.EGO)));
    fields.put("coPlayerTotals", totals(sheet.totals(Side.CO_PLAYER)));
    fields.put("findings", findings.stream().map(Finding::sentence).toList());
    fields.put(
        "results",
        sheet
            .places()
            .flatMap(place ->
                place.trial().agents().stream()
                    .map(agent -> result(place.episode().number(), place.trial(), agent)))
            .toList());
    return fields;
  }

  private static Map<String, @Nullable Object> result(int episode, Trial trial, AgentTrial agent) {
    boolean reached = agent.reachedAt() != AgentTrial.NEVER;
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("episode", episode);
    fields.put("trial", trial.number());
    fields.put("agent", agent.agent());
    fields.put("ego", agent.side() == Side.EGO);
    fields.put("ended", trial.ending() == Trial.Ending.ENDED);
    fields.put("score", finite(agent.score()));
    fields.put("reached", reached);
    fields.put("reachedTick", reached ? agent.reachedAt() : null);
    fields.put("reachedTrialTick", reached ? agent.reachedAt() - trial.start() : null);
    fields.put("return", finite(agent.earned()));
    fields.put("goals", agent.goals());
    fields.put("collisions", agent.collisions());
    fields.put("offroad", agent.offroad());
    fields.put("limboTicks", agent.limboTicks());
    fields.put("start", trial.start());
    fields.put("length", trial.ticks());
    return fields;
  }

  private static Map<String, @Nullable Object> totals(Totals totals) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("goals", totals.goals());
    fields.put("collisions", totals.collisions());
    fields.put("offroad", totals.offroad());
    fields.put("return", finite(totals.earned()));
    fields.put("limboTicks", totals.limboTicks());
    return fields;
  }

  private static List<@Nullable Double> means(List<Optional<Interval>> intervals) {
    List<@Nullable Double> means = new ArrayList<>();
    intervals.forEach(interval -> means.add(interval.map(Interval::mean).orElse(null)));
    return means;
  }

  private static List<@Nullable List<@Nullable Double>> ends(List<Optional<Interval>> intervals) {
    List<@Nullable List<@Nullable Double>> ends = new ArrayList<>();
    intervals.forEach(interval -> ends.add(interval.map(ScoreResults::ends).orElse(null)));
    return ends;
  }

  private static List<@Nullable Double> ends(Interval interval) {
    return Arrays.asList(finite(interval.low()), finite(interval.high()));
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  String words() {
    ScoreSummary egos = ScoreSummary.of(sheets, Side.EGO);
    ScoreSummary others = ScoreSummary.of(sheets, Side.CO_PLAYER);
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%d recording(s), %d episode(s) of %d trial(s)",
            sheets.size(),
            egos.episodes(),
            egos.scores().size()));
    for (int k = 0; k < egos.scores().size(); k++) {
      words.append(String.format(Locale.ROOT, "%n  trial %2d: score ", k + 1));
      words.append(egos.scores().get(k).map(ScoreResults::text).orElse("none"));
      egos.reached()
          .get(k)
          .ifPresent(share ->
              words.append(String.format(Locale.ROOT, ", reached %.0f %%", 100 * share.mean())));
      others
          .scores()
          .get(k)
          .ifPresent(
              score -> words.append(String.format(Locale.ROOT, "; co-players %.3f", score.mean())));
    }
    egos.adaDelta().ifPresent(delta -> words.append("\n  gain: ").append(text(delta)));
    for (int i = 0; i < findings.size(); i++) {
      for (Finding finding : findings.get(i)) {
        words.append("\n  ").append(files.get(i)).append(": ").append(finding.sentence());
      }
    }
    return words.toString();
  }

  private static String text(Interval interval) {
    return interval.count() < 2 || Double.isNaN(interval.low())
        ? String.format(Locale.ROOT, "%.3f", interval.mean())
        : String.format(
            Locale.ROOT,
            "%.3f (95 %% between %.3f and %.3f)",
            interval.mean(),
            interval.low(),
            interval.high());
  }
}
