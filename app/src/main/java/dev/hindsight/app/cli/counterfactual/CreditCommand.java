package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.counterfactual.FirstOutcomeCredit;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.MomentGrouping;
import dev.hindsight.inspector.counterfactual.MomentWords;
import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight credit`: the credit of each earlier moment for one query.
@Command(name = "credit")
public final class CreditCommand extends CommandBase {
  private static final int LISTED_MOMENTS = 10;
  private static final int USUALLY_BEFORE = 10;

  @Mixin private QueryOptions query;

  @Mixin
  @NeedsOption(value = "--score", whyKey = "CreditCommand.draws_differ_only_in_the_score")
  private DrawsOption draws;

  @Option(
      names = "--per",
      paramLabel = "tick|result|ten_ticks|trial",
      descriptionKey = "CreditCommand.momentGrouping")
  private Optional<MomentGrouping> momentGrouping = Optional.empty();

  @Option(
      names = "--of",
      paramLabel = "action|logit|value|policy",
      descriptionKey = "CreditCommand.creditMeasure")
  private Optional<CreditMeasure> creditMeasure = Optional.empty();

  @Option(names = "--mean", descriptionKey = "CreditCommand.mean")
  private boolean mean;

  @ExcludesOption(value = "--of", whyKey = "CreditCommand.a_score_is_no_output_of_the_policy")
  @Option(names = "--score", descriptionKey = "CreditCommand.score")
  private boolean score;

  @ExcludesOption(
      value = {"--at", "--score", "--agent", "--per", "--of", "--mean", "--draws"},
      whyKey = "CreditCommand.a_summary_is_of_the_whole_recording")
  @Option(names = "--summary", descriptionKey = "CreditCommand.summary")
  private boolean summary;

  @NeedsOption(value = "--summary", whyKey = "CreditCommand.only_a_summary_looks_before_an_outcome")
  @Option(names = "--before", paramLabel = "TICKS", descriptionKey = "CreditCommand.before")
  private Optional<Integer> before = Optional.empty();

  @Override
  public Integer call() {
    if (before() < 0) {
      throw new Problem(
          wording("CreditCommand.ticks_before_the_outcome_are_too_few", before()),
          "--before",
          wording("CreditCommand.give_0_or_more"));
    }
    if (summary) {
      query.askAll(this::summarise);
      return OK;
    }
    query.ask((rollout, counterfactualQueries) -> {
      Rollout _ = noted(rollout);
      CreditSummary creditSummary = summary(rollout, counterfactualQueries, grouping());
      // A result at one tick is observed at the next: if the user asks for single ticks, add the
      // credit of both as one result. For a score this would double the runs.
      boolean also = grouping() == MomentGrouping.TICK && !score;
      CreditSummary whole =
          also ? summary(rollout, counterfactualQueries, MomentGrouping.RESULT) : creditSummary;
      result(
          json(creditSummary, whole),
          words(creditSummary, whole, rollout.trials(), BodyNames.titled(rollout, query.agent())));
    });
    return OK;
  }

  private MomentGrouping grouping() {
    return momentGrouping.orElse(MomentGrouping.TICK);
  }

  private CreditMeasure measure() {
    return creditMeasure.orElse(CreditMeasure.ACTION);
  }

  private int before() {
    return before.orElse(USUALLY_BEFORE);
  }

  private void summarise(Rollout rollout, CounterfactualQueries queries) {
    Rollout _ = noted(rollout);
    FirstOutcomeCredit credit =
        FirstOutcomeCredit.of(rollout, queries, before(), console().progress(), new Cancellation());
    if (credit.outcomes().isEmpty()) {
      throw credit.unknown() > 0
          ? new Problem(
              wording("CreditCommand.no_worth_of_an_outcome_is"),
              query.file().toString(),
              wording("CreditCommand.run_the_audit_finite"))
          : new Problem(
              wording("CreditCommand.no_outcome_before_the_last_trial"),
              query.file().toString(),
              wording("CreditCommand.record_more_episodes"));
    }
    Interval hits = credit.hits();
    result(
        new SummaryJson(
            query.file().toString(),
            credit.outcomes().size(),
            credit.goals(),
            credit.without(),
            credit.unknown(),
            before(),
            hits.mean(),
            hits.ends(),
            hits.method().id(),
            credit.chance(),
            credit.outcomes().stream().map(OutcomeJson::of).toList()),
        wording(
                "CreditCommand.in_how_many_episodes_the_first_outcome",
                NumberWords.percent(hits.mean()),
                episodes(credit, hits),
                hits.words(NumberWords::percent, "episode"),
                before(),
                credit.goals(),
                NumberWords.percent(credit.chance()),
                credit.without())
            + (credit.unknown() > 0
                ? wording("CreditCommand.not_counted_either", credit.unknown())
                : ""));
  }

  private static String episodes(FirstOutcomeCredit credit, Interval hits) {
    int egos = credit.outcomes().size();
    return egos == hits.count()
        ? CountWords.of(egos, "episode")
        : wording("CreditCommand.episodes_with_egos", hits.count(), egos);
  }

  /// @param episodes egos and episodes that count
  /// @param goals those whose first outcome is a goal; the others failed first
  /// @param without those without an outcome before the last trial
  /// @param unknown those with an outcome whose worth, or that of another span, is NaN
  /// @param before ticks before the outcome that count as leading to it
  /// @param share of those in which the outcome is worth most; the egos of an episode count
  ///   together, as one sample of the interval
  /// @param chance the share that a choice at random among the spans would give
  private record SummaryJson(
      String rollout,
      int episodes,
      int goals,
      int without,
      int unknown,
      int before,
      double share,
      List<Double> shareInterval,
      String shareMethod,
      double chance,
      List<OutcomeJson> outcomes) {}

  /// @param trial from 0
  /// @param outcome `goal`, `offroad` or `collision`
  /// @param tick the tick whose action caused it
  /// @param from first tick that led to it
  /// @param to the tick that shows the result, inclusive
  /// @param queries first tick of the next trial whose query was computed
  /// @param heaviestFrom first tick of the span worth most
  /// @param heaviestTo last tick of it, inclusive
  private record OutcomeJson(
      int agent,
      int episode,
      int trial,
      String outcome,
      int tick,
      int from,
      int to,
      int queries,
      int heaviestFrom,
      int heaviestTo,
      double worth,
      boolean hit) {
    static OutcomeJson of(FirstOutcomeCredit.FirstOutcome one) {
      return new OutcomeJson(
          one.agent(),
          one.episode(),
          one.trial(),
          one.event().name().toLowerCase(Locale.ROOT),
          one.tick(),
          one.window().from(),
          one.window().last(),
          one.queries().from(),
          one.heaviest().from(),
          one.heaviest().last(),
          one.worth(),
          one.hit());
    }
  }

  /// @param what what is measured, for users
  /// @param warning what the user should read first
  /// @param intervals of the credits; empty for a query, whose result does not vary
  private record CreditSummary(
      MomentGrouping grouping,
      List<Span> groups,
      double[] worth,
      List<Interval> intervals,
      String what,
      String unit,
      Optional<String> warning) {
    /// The moment with the largest absolute credit; empty if none has any.
    private OptionalInt heaviest() {
      return IntStream.range(0, worth.length)
          .filter(i -> !Double.isNaN(worth[i]) && worth[i] != 0)
          .reduce((one, other) -> Math.abs(worth[other]) > Math.abs(worth[one]) ? other : one);
    }
  }

  private CreditSummary summary(
      Rollout rollout, CounterfactualQueries counterfactualQueries, MomentGrouping by) {
    return score ? scored(counterfactualQueries, by) : asked(rollout, counterfactualQueries, by);
  }

  private Ablation.Fill fill() {
    return mean ? Ablation.Fill.MEAN : Ablation.Fill.ZERO;
  }

  private CreditSummary asked(
      Rollout rollout, CounterfactualQueries counterfactualQueries, MomentGrouping by) {
    if (!CreditMeasure.of(rollout.manifest()).contains(measure())) {
      throw new Problem(
          wording("CreditCommand.numbers_have_no_logit"),
          "--of",
          wording("CreditCommand.take_another_measure"));
    }
    MemoryCredit credit =
        counterfactualQueries.credit(query.agent(), query.tick(), by, fill(), new Cancellation());
    return new CreditSummary(
        by,
        credit.groups(),
        credit.worth(measure()),
        List.of(),
        measure().words().toLowerCase(Locale.ROOT),
        measure().unit(),
        counterfactualQueries
            .effect(query.agent(), query.tick(), Ablation.NONE, new Cancellation())
            .warning(rollout));
  }

  private CreditSummary scored(CounterfactualQueries counterfactualQueries, MomentGrouping by) {
    ScoreCredit credit =
        counterfactualQueries.scoreCredit(
            query.agent(),
            query.tick(),
            by,
            fill(),
            draws.count(),
            console().progress(),
            new Cancellation());
    return new CreditSummary(
        by,
        credit.groups(),
        credit.worths(),
        credit.differences(),
        String.format(
            Locale.ROOT,
            wording("CreditCommand.the_score_of_trial_with_everything"),
            credit.trial() + 1,
            NumberWords.exactScore(credit.with())),
        "",
        credit.control().warning());
  }

  private record CreditJson(
      String rollout,
      int agent,
      int tick,
      String of,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> queries,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> warning,
      String fill,
      List<CreditMomentJson> moments,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<HeaviestJson> heaviest) {}

  /// @param from first tick
  /// @param to last tick, inclusive
  /// @param draws runs compared; absent, like the interval, for a single query
  private record CreditMomentJson(
      int from,
      int to,
      double worth,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<Double>> worthInterval,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> worthMethod,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> draws) {}

  /// @param foundAt the tick whose action had the result, if the moment is a result of two ticks
  /// @param seenAt the tick that shows the result
  private record HeaviestJson(
      int from,
      int to,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> foundAt,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> seenAt,
      double worth) {}

  private CreditJson json(CreditSummary summary, CreditSummary whole) {
    List<CreditMomentJson> moments = new ArrayList<>();
    for (int i = 0; i < summary.groups.size(); i++) {
      Span group = summary.groups.get(i);
      Optional<Interval> interval =
          summary.intervals.isEmpty() ? Optional.empty() : Optional.of(summary.intervals.get(i));
      moments.add(
          new CreditMomentJson(
              group.from(),
              group.last(),
              summary.worth[i],
              interval.map(Interval::ends),
              interval.map(each -> each.method().id()),
              interval.map(Interval::count)));
    }
    OptionalInt heaviest = whole.heaviest();
    return new CreditJson(
        query.file().toString(),
        query.agent(),
        query.tick(),
        score ? "score" : measure().name().toLowerCase(Locale.ROOT),
        score ? Optional.empty() : Optional.of(1),
        summary.warning,
        fill().name().toLowerCase(Locale.ROOT),
        moments,
        heaviest.isPresent()
            ? Optional.of(heaviest(whole, heaviest.getAsInt()))
            : Optional.empty());
  }

  private static HeaviestJson heaviest(CreditSummary whole, int i) {
    Span group = whole.groups.get(i);
    Optional<Integer> found =
        whole.grouping == MomentGrouping.RESULT && group.ticks() == 2
            ? Optional.of(group.from())
            : Optional.empty();
    return new HeaviestJson(
        group.from(), group.last(), found, found.map(tick -> tick + 1), whole.worth[i]);
  }

  /// What to try where no moment by itself is worth anything.
  private static String remedy(CreditSummary summary) {
    if (summary.groups.size() == 1) {
      return ".";
    }
    return summary.grouping == MomentGrouping.TRIAL
        ? wording("CreditCommand.two_trials_may_carry_the_same")
        : wording("CreditCommand.two_moments_may_carry_the_same");
  }

  private String words(
      CreditSummary creditSummary, CreditSummary whole, TrialIndex trials, String who) {
    StringBuilder words = new StringBuilder();
    creditSummary.warning.ifPresent(
        warning -> words.append(wording("CreditCommand.warning")).append(warning).append('\n'));
    words.append(
        wording(
            "CreditCommand.worth_of_earlier_moments_to",
            TickWords.of(trials, query.tick()),
            who,
            creditSummary.groups.size(),
            grouping().words(),
            creditSummary.what));
    if (creditSummary.groups.isEmpty()) {
      return words
          .append(
              score
                  ? wording("CreditCommand.memory_is_empty_when_that_trial")
                  : wording("CreditCommand.memory_is_empty_at_this_tick"))
          .toString();
    }
    if (Arrays.stream(creditSummary.worth).allMatch(worth -> worth == 0)) {
      return words
          .append(wording("CreditCommand.no_single_moment_changes_anything"))
          .append(
              creditSummary.intervals.isEmpty()
                  ? ""
                  : wording(
                      "CreditCommand.in_of_this_episode",
                      CountWords.of(draws.count(), "draw"),
                      creditSummary
                          .intervals
                          .getFirst()
                          .words(NumberWords::scoreDifference, "draw")))
          .append(remedy(creditSummary))
          .toString();
    }
    IntStream.range(0, creditSummary.worth.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -Math.abs(creditSummary.worth[i])))
        .limit(LISTED_MOMENTS)
        .forEach(i ->
            words.append(
                String.format(
                    Locale.ROOT,
                    "%n  %s: %s %s%s",
                    MomentWords.of(trials, creditSummary.groups.get(i), creditSummary.grouping),
                    NumberWords.advantageTerm(creditSummary.worth[i]),
                    creditSummary.unit,
                    creditSummary.intervals.isEmpty()
                        ? ""
                        : "("
                            + creditSummary
                                .intervals
                                .get(i)
                                .words(NumberWords::scoreDifference, "draw")
                            + ")")));
    int left = creditSummary.worth.length - LISTED_MOMENTS;
    if (left > 0) {
      words.append(wording("CreditCommand.and_further_moments", left));
    }
    if (!creditSummary.intervals.isEmpty()) {
      words.append(wording("CreditCommand.all_draws_are_of_this_one"));
    }
    if (!score) {
      words.append(wording("CreditCommand.computed_for_one_query_that_of"));
    }
    // For the requested grouping, it is the first in the list.
    (whole.grouping == creditSummary.grouping ? OptionalInt.empty() : whole.heaviest())
        .ifPresent(i ->
            words.append(
                String.format(
                    Locale.ROOT,
                    wording("CreditCommand.heaviest_a_result_together_with"),
                    MomentWords.of(trials, whole.groups.get(i), whole.grouping),
                    NumberWords.advantageTerm(whole.worth[i]),
                    whole.unit)));
    return words.toString().stripTrailing();
  }
}
