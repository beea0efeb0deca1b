package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.counterfactual.TakenAction;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight ablate`: the output of a policy at a tick with less attention.
@Command(name = "ablate")
public final class AblateCommand extends CommandBase {
  /// The number of actions listed as text: those that changed most.
  private static final int LISTED_ACTIONS = 5;

  @Mixin private QueryOptions query;

  @Mixin
  @NeedsOption(
      value = {"--run-on", "--wipe-memory"},
      whyKey = "AblateCommand.draws_differ_only_in_the_scores")
  private DrawsOption draws;

  @Option(names = "--run-on", descriptionKey = "AblateCommand.runOn")
  private boolean runOn;

  @ExcludesOption(value = "--run-on", whyKey = "AblateCommand.it_runs_on_with_all_of_the_attention")
  @Option(names = "--wipe-memory", descriptionKey = "AblateCommand.wipe")
  private boolean wipe;

  @Option(names = "--head", paramLabel = "L.H", descriptionKey = "AblateCommand.heads")
  private List<String> heads = List.of();

  @Option(names = "--ticks", paramLabel = "FROM-TO", descriptionKey = "AblateCommand.ticks")
  private List<String> ticks = List.of();

  @Option(names = "--slots", paramLabel = "FROM-TO", descriptionKey = "AblateCommand.slots")
  private List<String> slots = List.of();

  @Option(names = "--trial", paramLabel = "K", descriptionKey = "AblateCommand.trials")
  private List<Integer> trials = List.of();

  @Option(names = "--earlier-trials", descriptionKey = "AblateCommand.earlierTrials")
  private boolean earlierTrials;

  @Option(names = "--limbo", descriptionKey = "AblateCommand.limbo")
  private boolean limbo;

  @Option(names = "--others", descriptionKey = "AblateCommand.others")
  private boolean others;

  @NeedsOption(
      value = {
        "--head",
        "--ticks",
        "--slots",
        "--trial",
        "--earlier-trials",
        "--limbo",
        "--others"
      },
      whyKey = "AblateCommand.nothing_is_switched_off")
  @Option(names = "--mean", descriptionKey = "AblateCommand.mean")
  private boolean mean;

  @Override
  public Integer call() {
    Ablation ablation = ablation();
    if (ablation.isNone() && !wipe) {
      throw new Problem(
          wording("AblateCommand.no_part_of_the_attention_is"),
          query.file().toString(),
          wording("AblateCommand.give_head_ticks_slots_trial_earlier"));
    }
    int runs = draws.count();
    query.ask((rollout, counterfactualQueries) -> {
      Rollout _ = noted(rollout);
      Optional<AblationEffect> effect = effect(counterfactualQueries, ablation);
      Optional<ScoreEffect> continued = continued(counterfactualQueries, ablation, runs);
      Optional<String> warning = effect.flatMap(one -> one.warning(rollout));
      result(
          new AblationJson(
              query.file().toString(),
              effect.map(AblationEffectJson::of).orElse(null),
              warning,
              continued.map(ContinuedJson::of).orElse(null)),
          words(rollout, warning, effect, continued));
    });
    return OK;
  }

  private Optional<AblationEffect> effect(
      CounterfactualQueries counterfactualQueries, Ablation ablation) {
    return ablation.isNone()
        ? Optional.empty()
        : Optional.of(
            counterfactualQueries.effect(
                query.agent(), query.tick(), ablation, new Cancellation()));
  }

  private Optional<ScoreEffect> continued(
      CounterfactualQueries counterfactualQueries, Ablation ablation, int runs) {
    Cancellation cancellation = new Cancellation();
    if (wipe) {
      return Optional.of(
          counterfactualQueries.runOnWiped(
              query.agent(), query.tick(), runs, console().progress(), cancellation));
    }
    return runOn
        ? Optional.of(
            counterfactualQueries.runOn(
                query.agent(), query.tick(), ablation, runs, console().progress(), cancellation))
        : Optional.empty();
  }

  /// The parts to switch off, as typed. Layers, heads and trials count from 1 as in the window,
  /// ticks and slots from 0.
  ///
  /// @throws Problem naming what cannot be read
  private Ablation ablation() {
    List<String> things = new ArrayList<>();
    heads.forEach(text -> things.add(wording("AblateCommand.head", text)));
    ticks.forEach(text -> things.add(wording("AblateCommand.ticks_2", text)));
    slots.forEach(text -> things.add(wording("AblateCommand.slots_2", text)));
    trials.forEach(text -> things.add(wording("AblateCommand.trial", text)));
    if (earlierTrials) {
      things.add("earlier-trials");
    }
    if (limbo) {
      things.add("limbo");
    }
    if (others) {
      things.add("others");
    }
    return AblationText.read(things, mean ? Ablation.Fill.MEAN : Ablation.Fill.ZERO);
  }

  /// @param effect at the tick; null if nothing was switched off
  /// @param continued after the tick; null if it was not requested
  private record AblationJson(
      String rollout,
      @JsonUnwrapped @Nullable AblationEffectJson effect,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> warning,
      @JsonUnwrapped @Nullable ContinuedJson continued) {}

  /// @param action the recorded one; -1 if there is none, or if actions are numbers
  /// @param actionNumbers the recorded ones; absent where actions are choices
  /// @param logitsBefore means and deviations where actions are numbers
  /// @param probabilitiesBefore none where actions are numbers
  private record AblationEffectJson(
      int agent,
      int tick,
      String without,
      String fill,
      int closedSlots,
      double closedWeight,
      boolean changesNothing,
      int action,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<float[]> actionNumbers,
      double logProbabilityChange,
      double valueBefore,
      double valueAfter,
      double divergence,
      float[] logitsBefore,
      float[] logitsAfter,
      double[] probabilitiesBefore,
      double[] probabilitiesAfter) {
    static AblationEffectJson of(AblationEffect effect) {
      return new AblationEffectJson(
          effect.agent(),
          effect.tick(),
          effect.ablation().words(),
          effect.ablation().fill().name().toLowerCase(Locale.ROOT),
          effect.slots(),
          effect.weight(),
          effect.idle(),
          effect.taken().joint(),
          Optional.of(effect.taken().numbers()).filter(numbers -> numbers.length > 0),
          -effect.worth(CreditMeasure.ACTION),
          effect.valueWith(),
          effect.valueWithout(),
          effect.divergence(),
          effect.with(),
          effect.without(),
          probabilities(effect, effect.with()),
          probabilities(effect, effect.without()));
    }

    /// None where actions are numbers.
    private static double[] probabilities(AblationEffect effect, float[] output) {
      return effect.taken().isOfNumbers() ? new double[0] : Categorical.probabilities(output);
    }
  }

  private record ContinuedJson(
      int runOnFrom,
      String runOnWithout,
      int firstOtherAction,
      boolean repeatsUnchanged,
      boolean credited,
      JsonNode control,
      List<TrialEffectJson> trials) {
    static ContinuedJson of(ScoreEffect change) {
      return new ContinuedJson(
          change.from(),
          change.change().words(),
          change.parts(),
          change.credited(),
          change.credited(),
          change.control().json(),
          change.trials().stream().map(TrialEffectJson::of).toList());
    }
  }

  private record TrialEffectJson(
      int trial,
      double scoreBefore,
      double scoreAfter,
      double change,
      List<Double> changeInterval,
      String changeMethod,
      @JsonProperty("lives") int runs) {
    static TrialEffectJson of(ScoreEffect.TrialEffect effect) {
      Interval difference = effect.difference();
      return new TrialEffectJson(
          effect.trial(),
          effect.with(),
          effect.without(),
          difference.mean(),
          difference.ends(),
          difference.method().id(),
          difference.count());
    }
  }

  private static String words(
      Rollout rollout,
      Optional<String> warning,
      Optional<AblationEffect> effect,
      Optional<ScoreEffect> continued) {
    StringBuilder words = new StringBuilder();
    warning.ifPresent(
        each -> words.append(wording("AblateCommand.warning")).append(each).append('\n'));
    effect.ifPresent(one -> at(rollout, one, words));
    continued.ifPresent(change -> scores(rollout, change, words));
    return words.toString().strip();
  }

  private static void at(Rollout rollout, AblationEffect ablationEffect, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            wording("AblateCommand.without"),
            TickWords.of(rollout.trials(), ablationEffect.tick()),
            BodyNames.titled(rollout, ablationEffect.agent()),
            ablationEffect.ablation().words(),
            ablationEffect.idle()
                ? wording("AblateCommand.nothing_changes_all_of_it_is")
                : wording(
                    "AblateCommand.slots_with_of_the_weight_value",
                    ablationEffect.slots(),
                    NumberWords.percent(ablationEffect.weight()),
                    NumberWords.logit(ablationEffect.valueWith()),
                    NumberWords.logit(ablationEffect.valueWithout()),
                    NumberWords.significant(ablationEffect.divergence(), 3))));
    if (ablationEffect.idle()) {
      return;
    }
    if (ablationEffect.taken().isOfNumbers()) {
      numbers(rollout, ablationEffect, words);
      return;
    }
    double[] before = Categorical.probabilities(ablationEffect.with());
    double[] after = Categorical.probabilities(ablationEffect.without());
    for (int action : mostChanged(before, after)) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  %s%s: %s -> %s",
              action == ablationEffect.taken().joint() ? "(taken) " : "",
              AblationEffect.name(rollout, action),
              NumberWords.percent(before[action]),
              NumberWords.percent(after[action])));
    }
  }

  /// The distribution of every number before and after.
  private static void numbers(Rollout rollout, AblationEffect effect, StringBuilder words) {
    List<String> names = TakenAction.names(rollout.manifest());
    for (int i = 0; i < names.size(); i++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  %s: %s -> %s",
              names.get(i),
              TakenAction.words(effect.with(), i, effect.taken().bound()),
              TakenAction.words(effect.without(), i, effect.taken().bound())));
    }
  }

  private static void scores(Rollout rollout, ScoreEffect change, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            wording("AblateCommand.run_on_from_without"),
            change.warning().map(warning -> wording("AblateCommand.warning_2", warning)).orElse(""),
            TickWords.of(rollout.trials(), change.from()),
            change.change().words(),
            change.parts() < 0
                ? wording("AblateCommand.its_actions_stay_the_same")
                : wording("AblateCommand.its_first_different_action_is_at", change.parts())));
    for (ScoreEffect.TrialEffect trialEffect : change.trials()) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("AblateCommand.trial_score"),
              trialEffect.trial() + 1,
              NumberWords.exactScore(trialEffect.with()),
              NumberWords.exactScore(trialEffect.without())));
      words.append(
          wording(
              "AblateCommand.change",
              NumberWords.exactScoreDifference(trialEffect.difference().mean()),
              trialEffect.difference().words(NumberWords::exactScoreDifference, "draw"),
              trialEffect.difference().count()));
    }
    if (!change.trials().isEmpty()) {
      words.append(wording("AblateCommand.all_runs_are_of_this_one"));
    }
  }

  private static List<Integer> mostChanged(double[] before, double[] after) {
    return IntStream.range(0, before.length)
        .boxed()
        .sorted(Comparator.comparingDouble(action -> -Math.abs(after[action] - before[action])))
        .limit(LISTED_ACTIONS)
        .toList();
  }
}
