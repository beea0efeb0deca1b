package dev.hindsight.app.cli.inspect;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.app.cli.record.RecordingResults;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.inspector.scores.ScoreSummary;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.run.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Scores of recordings, as fields and as words. What there is none of is null in the fields, as
/// JSON knows no NaN.
record ScoreResults(List<Path> files, List<ScoreSheet> sheets, List<List<ScoreFinding>> findings) {
  private static final Object NONE = NullNode.getInstance();

  Map<String, Object> fields() {
    ScoreSummary egos = ScoreSummary.of(sheets, Side.EGO);
    ScoreSummary others = ScoreSummary.of(sheets, Side.CO_PLAYER);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("episodes", egos.episodes());
    fields.put("trials", egos.scores().size());
    fields.put("trialScores", means(egos.scores()));
    fields.put("trialScoreIntervals", ends(egos.scores()));
    fields.put("trialScoreMethods", egos.scores().stream().map(ScoreResults::method).toList());
    fields.put("trialReached", means(egos.reached()));
    fields.put("adaDelta", mean(egos.adaDelta()));
    fields.put("adaDeltaInterval", ends(egos.adaDelta()));
    fields.put("adaDeltaMethod", method(egos.adaDelta()));
    fields.putAll(egos.named());
    fields.put("coPlayerTrialScores", means(others.scores()));
    fields.put("confidence", 0.95);
    List<Map<String, Object>> recordings = new ArrayList<>();
    for (int i = 0; i < sheets.size(); i++) {
      recordings.add(recording(files.get(i), sheets.get(i), findings.get(i)));
    }
    fields.put("recordings", recordings);
    return fields;
  }

  private static Map<String, Object> recording(
      Path file, ScoreSheet sheet, List<ScoreFinding> findings) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("trials", sheet.trials());
    fields.put("egos", sheet.count(Side.EGO));
    fields.put("coPlayers", sheet.count(Side.CO_PLAYER));
    fields.put("trialScores", means(ScoreSummary.of(List.of(sheet), Side.EGO).scores()));
    fields.put("totals", totals(sheet.totals(Side.EGO)));
    fields.put("coPlayerTotals", totals(sheet.totals(Side.CO_PLAYER)));
    fields.put("findings", findings.stream().map(ScoreFinding::sentence).toList());
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

  private static Map<String, Object> result(int episode, Trial trial, AgentTrial agent) {
    boolean reached = agent.reachedAt() != AgentTrial.NEVER;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("episode", episode);
    fields.put("trial", trial.number());
    fields.put("agent", agent.agent());
    fields.put("ego", agent.side() == Side.EGO);
    fields.put("ended", trial.ending().ended());
    fields.put("score", RecordingResults.finite(agent.score()));
    fields.put("reached", reached);
    fields.put("reachedTick", reached ? (Object) agent.reachedAt() : NONE);
    fields.put("reachedTrialTick", reached ? (Object) (agent.reachedAt() - trial.start()) : NONE);
    fields.put("return", RecordingResults.finite(agent.earned()));
    fields.put("goals", agent.goals());
    fields.put("collisions", agent.collisions());
    fields.put("offroad", agent.offroad());
    fields.put("limboTicks", agent.limboTicks());
    fields.put("start", trial.start());
    fields.put("length", trial.ticks());
    return fields;
  }

  private static Map<String, Object> totals(Totals totals) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("goals", totals.goals());
    fields.put("collisions", totals.collisions());
    fields.put("offroad", totals.offroad());
    fields.put("return", RecordingResults.finite(totals.earned()));
    fields.put("limboTicks", totals.limboTicks());
    return fields;
  }

  private static List<Object> means(List<Optional<Interval>> intervals) {
    return intervals.stream().map(ScoreResults::mean).toList();
  }

  private static List<Object> ends(List<Optional<Interval>> intervals) {
    return intervals.stream().map(ScoreResults::ends).toList();
  }

  private static Object mean(Optional<Interval> interval) {
    return interval.isPresent() ? RecordingResults.finite(interval.get().mean()) : NONE;
  }

  private static Object ends(Optional<Interval> interval) {
    return interval.isPresent()
        ? List.of(
            RecordingResults.finite(interval.get().low()),
            RecordingResults.finite(interval.get().high()))
        : NONE;
  }

  private static Object method(Optional<Interval> interval) {
    return interval.isPresent() ? interval.get().method().id() : NONE;
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
          .ifPresent(
              share -> words.append(", reached ").append(NumberWords.percent(share.mean(), 0)));
      others
          .scores()
          .get(k)
          .ifPresent(
              score -> words.append("; co-players ").append(NumberWords.exactScore(score.mean())));
    }
    egos.adaDelta().ifPresent(delta -> words.append("\n  gain: ").append(text(delta)));
    egos.scores().stream()
        .flatMap(Optional::stream)
        .filter(Interval::known)
        .findFirst()
        .ifPresent(known ->
            words.append("\n  intervals over episodes: scores by ").append(known.method().words()));
    egos.adaDelta()
        .filter(Interval::known)
        .ifPresent(known -> words.append("; gain by ").append(known.method().words()));
    for (int i = 0; i < findings.size(); i++) {
      for (ScoreFinding scoreFinding : findings.get(i)) {
        words.append("\n  ").append(files.get(i)).append(": ").append(scoreFinding.sentence());
      }
    }
    return words.toString();
  }

  private static String text(Interval interval) {
    return NumberWords.exactScore(interval.mean())
        + " ("
        + interval.words(NumberWords::exactScore, "episode")
        + ")";
  }
}
