package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ScoreText;
import dev.hindsight.inspector.scores.RecordingCode;
import dev.hindsight.inspector.scores.ScoreChecks;
import dev.hindsight.inspector.scores.ScoreFinding;
import dev.hindsight.inspector.scores.ScoreSummary;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Totals;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight scores`: how well every agent did in every trial of some recordings.
@Command(name = "scores")
public final class ScoresCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", arity = "1..*", descriptionKey = "ScoresCommand.files")
  private List<Path> files = new ArrayList<>();

  @Override
  public Integer call() {
    List<ScoreSheet> sheets = new ArrayList<>();
    List<List<ScoreFinding>> findings = new ArrayList<>();
    Optional<RecordingCode> first = Optional.empty();
    Optional<String> environment = Optional.empty();
    Map<String, Path> known = new HashMap<>();
    for (Path file : files) {
      try (Rollout rollout = noted(RecordingOpener.open(file))) {
        rollout.summary().ifPresent(summary -> checkNew(summary.hash(), file, known));
        String id = rollout.manifest().environment().id();
        checkSame(environment.orElse(id), id, file);
        environment = Optional.of(id);
        ScoreSheet sheet = ScoreReader.read(rollout, console().progress(), new Cancellation());
        sheets.add(sheet);
        List<ScoreFinding> found = new ArrayList<>(ScoreChecks.of(rollout, sheet));
        RecordingCode own = RecordingCode.of(rollout.manifest());
        own.beside(first.orElse(own)).ifPresent(found::add);
        first = first.or(() -> Optional.of(own));
        findings.add(found);
      }
    }
    ScoreSummary egos = ScoreSummary.of(sheets, Side.EGO);
    ScoreSummary others = ScoreSummary.of(sheets, Side.CO_PLAYER);
    List<RecordingScoresJson> recordings = new ArrayList<>();
    for (int i = 0; i < sheets.size(); i++) {
      recordings.add(RecordingScoresJson.of(files.get(i), sheets.get(i), findings.get(i)));
    }
    List<PartnerScores> partners = PartnerScores.of(sheets);
    result(
        ScoresJson.of(egos, others, partners, recordings), words(egos, others, partners, findings));
    return OK;
  }

  /// Rejects a recording given twice: it is only one sample, so the intervals would be too narrow.
  private static void checkNew(String hash, Path file, Map<String, Path> known) {
    if (!hash.isEmpty() && known.containsKey(hash)) {
      throw new Problem(
          wording("ScoresCommand.it_has_the_same_rows_as", known.get(hash)),
          file.toString(),
          wording("ScoresCommand.give_each_recording_once_a_repeated"));
    }
    known.put(hash, file);
  }

  /// Rejects a recording of another environment: a score there is another thing.
  private static void checkSame(String first, String own, Path file) {
    if (!own.equals(first)) {
      throw new Problem(
          wording(
              "ScoresCommand.it_is_of_another_environment",
              InfoCommand.known(own),
              InfoCommand.known(first)),
          file.toString(),
          wording("ScoresCommand.give_recordings_of_one_environment"));
    }
  }

  /// How well the egos did with one partner.
  ///
  /// @param summary over the episodes of all recordings in which it drove
  private record PartnerScores(String partner, ScoreSummary summary) {
    static List<PartnerScores> of(List<ScoreSheet> sheets) {
      return sheets.stream()
          .flatMap(sheet -> sheet.partners().stream())
          .distinct()
          .sorted()
          .map(partner ->
              new PartnerScores(
                  partner,
                  ScoreSummary.of(
                      sheets.stream().map(sheet -> sheet.with(partner)).toList(), Side.EGO)))
          .toList();
    }

    /// A line: the score of each trial, and the gain with its interval.
    String words() {
      return wording(
              "ScoresCommand.with_partner",
              partner,
              summary.episodes(),
              summary.scores().stream()
                  .map(score ->
                      score.map(each -> NumberWords.exactScore(each.mean())).orElse("none"))
                  .collect(Collectors.joining(" ")))
          + summary
              .gain()
              .map(gain -> wording("ScoresCommand.gain_of", ScoreText.of(gain)))
              .orElse("");
    }
  }

  /// @param episodes in which the partner drove
  private record PartnerScoresJson(
      String partner,
      int episodes,
      List<Optional<Double>> trialScores,
      List<Optional<List<Double>>> trialScoreIntervals,
      Optional<Double> adaDelta,
      Optional<List<Double>> adaDeltaInterval) {
    static PartnerScoresJson of(PartnerScores with) {
      ScoreSummary summary = with.summary();
      return new PartnerScoresJson(
          with.partner(),
          summary.episodes(),
          ScoresJson.means(summary.scores()),
          summary.scores().stream().map(score -> score.map(Interval::ends)).toList(),
          summary.gain().map(Interval::mean),
          summary.gain().map(Interval::ends));
    }
  }

  /// @param named the reference program's names: `trial_k_score`, counted from 0
  /// @param partners absent if no partners drove
  @JsonPropertyOrder({
    "episodes",
    "trials",
    "trialScores",
    "trialScoreIntervals",
    "trialScoreMethods",
    "trialReached",
    "adaDelta",
    "adaDeltaInterval",
    "adaDeltaMethod",
    "named",
    "coPlayerTrialScores",
    "confidence",
    "partners",
    "recordings"
  })
  private record ScoresJson(
      int episodes,
      int trials,
      List<Optional<Double>> trialScores,
      List<Optional<List<Double>>> trialScoreIntervals,
      List<Optional<String>> trialScoreMethods,
      List<Optional<Double>> trialReached,
      Optional<Double> adaDelta,
      Optional<List<Double>> adaDeltaInterval,
      Optional<String> adaDeltaMethod,
      @JsonAnyGetter Map<String, Double> named,
      List<Optional<Double>> coPlayerTrialScores,
      double confidence,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PartnerScoresJson> partners,
      List<RecordingScoresJson> recordings) {
    static ScoresJson of(
        ScoreSummary egos,
        ScoreSummary others,
        List<PartnerScores> partners,
        List<RecordingScoresJson> recordings) {
      return new ScoresJson(
          egos.episodes(),
          egos.scores().size(),
          means(egos.scores()),
          egos.scores().stream().map(score -> score.map(Interval::ends)).toList(),
          egos.scores().stream().map(score -> score.map(each -> each.method().id())).toList(),
          means(egos.reached()),
          egos.gain().map(Interval::mean),
          egos.gain().map(Interval::ends),
          egos.gain().map(each -> each.method().id()),
          egos.named(),
          means(others.scores()),
          0.95,
          partners.stream().map(PartnerScoresJson::of).toList(),
          recordings);
    }

    private static List<Optional<Double>> means(List<Optional<Interval>> intervals) {
      return intervals.stream().map(each -> each.map(Interval::mean)).toList();
    }
  }

  private record RecordingScoresJson(
      String rollout,
      int trials,
      long egos,
      long coPlayers,
      List<Optional<Double>> trialScores,
      ScoreTotalsJson totals,
      ScoreTotalsJson coPlayerTotals,
      List<String> findings,
      List<AgentTrialJson> results) {
    static RecordingScoresJson of(Path file, ScoreSheet sheet, List<ScoreFinding> findings) {
      return new RecordingScoresJson(
          file.toString(),
          sheet.trials(),
          sheet.count(Side.EGO),
          sheet.count(Side.CO_PLAYER),
          ScoresJson.means(ScoreSummary.of(List.of(sheet), Side.EGO).scores()),
          ScoreTotalsJson.of(sheet.totals(Side.EGO)),
          ScoreTotalsJson.of(sheet.totals(Side.CO_PLAYER)),
          findings.stream().map(ScoreFinding::sentence).toList(),
          sheet
              .places()
              .flatMap(place ->
                  place.trial().agents().stream()
                      .map(agent -> AgentTrialJson.of(place.episode(), place.trial(), agent)))
              .toList());
    }
  }

  /// @param goals null if the recording does not tell, of one of the trials; so are the others
  private record ScoreTotalsJson(
      Optional<Long> goals,
      Optional<Long> collisions,
      Optional<Long> offroad,
      @JsonProperty("return") double earned,
      long limboTicks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> events) {
    static ScoreTotalsJson of(Totals totals) {
      return new ScoreTotalsJson(
          totals.told(EventKind.GOAL),
          totals.told(EventKind.COLLISION),
          totals.told(EventKind.OFFROAD),
          totals.earned(),
          totals.limboTicks(),
          others(totals.events()));
    }
  }

  /// @param partner that drove the co-players of the episode; absent without partners
  /// @param score null for an unfinished trial
  /// @param reached null if the recording does not tell
  /// @param reachedTick of its first goal; null if it reached none
  /// @param goals null if the recording does not tell; so are `collisions` and `offroad`
  private record AgentTrialJson(
      int episode,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> partner,
      int trial,
      int agent,
      boolean ego,
      boolean ended,
      double score,
      Optional<Boolean> reached,
      Optional<Integer> reachedTick,
      Optional<Integer> reachedTrialTick,
      @JsonProperty("return") double earned,
      Optional<Integer> goals,
      Optional<Integer> collisions,
      Optional<Integer> offroad,
      int limboTicks,
      int start,
      int length,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Integer> events) {
    static AgentTrialJson of(ScoreSheet.Episode episode, Trial trial, AgentTrial agent) {
      Optional<Integer> reached =
          agent.reachedAt() == AgentTrial.NEVER ? Optional.empty() : Optional.of(agent.reachedAt());
      return new AgentTrialJson(
          episode.number(),
          episode.partner(),
          trial.number(),
          agent.agent(),
          agent.side() == Side.EGO,
          trial.ending().ended(),
          agent.score(),
          reached.isPresent() || agent.exact(EventKind.GOAL)
              ? Optional.of(reached.isPresent())
              : Optional.empty(),
          reached,
          reached.map(tick -> tick - trial.start()),
          agent.earned(),
          agent.told(EventKind.GOAL),
          agent.told(EventKind.COLLISION),
          agent.told(EventKind.OFFROAD),
          agent.limboTicks(),
          trial.start(),
          trial.ticks(),
          others(agent.events()));
    }
  }

  /// The counts of the events that have no key of their own, and that happened.
  private static <N extends Number> Map<String, N> others(Map<EventKind, N> counts) {
    Map<String, N> others = new LinkedHashMap<>();
    counts.forEach((kind, count) -> {
      if (!EventKind.COMMON.contains(kind)
          && !kind.equals(EventKind.REFUSED)
          && count.intValue() > 0) {
        others.put(kind.name(), count);
      }
    });
    return others;
  }

  private String words(
      ScoreSummary egos,
      ScoreSummary others,
      List<PartnerScores> partners,
      List<List<ScoreFinding>> findings) {
    StringBuilder words = new StringBuilder();
    words.append(
        wording(
            "ScoresCommand.recordings_episodes_of_trials",
            findings.size(),
            egos.episodes(),
            egos.scores().size()));
    for (int k = 0; k < egos.scores().size(); k++) {
      words.append(String.format(Locale.ROOT, wording("ScoresCommand.trial_score"), k + 1));
      words.append(egos.scores().get(k).map(ScoreText::of).orElse("none"));
      egos.reached()
          .get(k)
          .ifPresent(share ->
              words
                  .append(wording("ScoresCommand.reached"))
                  .append(NumberWords.percent(share.mean(), 0)));
      others
          .scores()
          .get(k)
          .ifPresent(score ->
              words
                  .append(wording("ScoresCommand.co_players"))
                  .append(NumberWords.exactScore(score.mean())));
    }
    egos.gain()
        .ifPresent(
            delta -> words.append(wording("ScoresCommand.gain")).append(ScoreText.of(delta)));
    partners.forEach(with -> words.append("\n  ").append(with.words()));
    List<Interval> known = egos.scores().stream().flatMap(Optional::stream).toList();
    words.append(ScoreText.methods(known, egos.gain(), "gain"));
    for (int i = 0; i < findings.size(); i++) {
      for (ScoreFinding scoreFinding : findings.get(i)) {
        words.append("\n  ").append(files.get(i)).append(": ").append(scoreFinding.sentence());
      }
    }
    return words.toString();
  }
}
