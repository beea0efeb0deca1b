package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.Effect;
import dev.hindsight.inspector.counterfactual.Question;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.counterfactual.ScoreChange;
import dev.hindsight.trainer.policy.Categorical;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// What switching something off did to one query and to the life after it, as fields and as words.
///
/// @param effect at the tick; nothing where nothing was switched off
/// @param lived after it; nothing where nobody asked
record AblationResults(
    Rollout rollout, Path file, Optional<Effect> effect, Optional<ScoreChange> lived) {
  /// Actions told in words: those that changed most.
  private static final int MOST = 5;

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    effect.ifPresent(one -> at(one, fields));
    effect
        .flatMap(one -> one.warning(rollout))
        .ifPresent(warning -> fields.put("warning", warning));
    lived.ifPresent(change -> {
      fields.put("runOnFrom", change.from());
      fields.put("runOnWithout", change.change().words());
      fields.put("firstOtherAction", change.parts());
      fields.put("repeatsUnchanged", change.credited());
      fields.put("credited", change.credited());
      fields.put("control", change.control().json());
      fields.put("trials", change.trials().stream().map(AblationResults::trial).toList());
    });
    return fields;
  }

  private static void at(Effect effect, Map<String, Object> fields) {
    fields.put("agent", effect.agent());
    fields.put("tick", effect.tick());
    fields.put("without", effect.ablation().words());
    fields.put("fill", effect.ablation().fill().name().toLowerCase(Locale.ROOT));
    fields.put("closedSlots", effect.slots());
    fields.put("closedWeight", effect.weight());
    fields.put("changesNothing", effect.idle());
    fields.put("action", effect.taken());
    fields.put("logProbabilityChange", Results.finite(-effect.worth(Question.ACTION)));
    fields.put("valueBefore", Results.finite(effect.valueWith()));
    fields.put("valueAfter", Results.finite(effect.valueWithout()));
    fields.put("divergence", Results.finite(effect.divergence()));
    fields.put("logitsBefore", effect.with());
    fields.put("logitsAfter", effect.without());
    fields.put("probabilitiesBefore", Categorical.probabilities(effect.with()));
    fields.put("probabilitiesAfter", Categorical.probabilities(effect.without()));
  }

  private static Map<String, Object> trial(ScoreChange.Trial trial) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("trial", trial.trial());
    fields.put("scoreBefore", Results.finite(trial.with()));
    fields.put("scoreAfter", Results.finite(trial.without()));
    fields.put("change", Results.finite(trial.difference().mean()));
    fields.put(
        "changeInterval",
        List.of(
            Results.finite(trial.difference().low()), Results.finite(trial.difference().high())));
    fields.put("changeMethod", trial.difference().method().id());
    fields.put("lives", trial.difference().count());
    return fields;
  }

  String words() {
    StringBuilder words = new StringBuilder();
    effect
        .flatMap(one -> one.warning(rollout))
        .ifPresent(warning -> words.append("warning: ").append(warning).append('\n'));
    effect.ifPresent(one -> at(one, words));
    lived.ifPresent(change -> life(change, words));
    return words.toString().strip();
  }

  private void at(Effect effect, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            "%s, %s, without %s: %s",
            TickWords.of(rollout.trials(), effect.tick()),
            BodyNames.titled(rollout, effect.agent()),
            effect.ablation().words(),
            effect.idle()
                ? "nothing changes, all of it is masked anyway"
                : String.format(
                    Locale.ROOT,
                    "%d slots with %s of the weight; value %s -> %s, policy moved %s" + " nats",
                    effect.slots(),
                    NumberWords.percent(effect.weight()),
                    NumberWords.logit(effect.valueWith()),
                    NumberWords.logit(effect.valueWithout()),
                    NumberWords.significant(effect.divergence(), 3))));
    if (effect.idle()) {
      return;
    }
    double[] before = Categorical.probabilities(effect.with());
    double[] after = Categorical.probabilities(effect.without());
    for (int action : mostChanged(before, after)) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  %s%s: %s -> %s",
              action == effect.taken() ? "(taken) " : "",
              Effect.name(rollout, action),
              NumberWords.percent(before[action]),
              NumberWords.percent(after[action])));
    }
  }

  private void life(ScoreChange change, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            "%n%srun on from %s without %s: %s",
            change.warning().map(warning -> "warning: " + warning + "\n").orElse(""),
            TickWords.of(rollout.trials(), change.from()),
            change.change().words(),
            change.parts() < 0
                ? "it does the same"
                : "it first does something else at tick " + change.parts()));
    for (ScoreChange.Trial trial : change.trials()) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d: score %s -> %s",
              trial.trial() + 1,
              NumberWords.exactScore(trial.with()),
              NumberWords.exactScore(trial.without())));
      words.append(
          String.format(
              Locale.ROOT,
              ", change %s (%s; %d %s)",
              NumberWords.exactGain(trial.difference().mean()),
              trial.difference().words(NumberWords::exactGain, "draw"),
              trial.difference().count(),
              trial.difference().count() == 1 ? "life" : "lives"));
    }
    if (!change.trials().isEmpty()) {
      words.append("\n  All lives are of this one episode: they say nothing of others.");
    }
  }

  private static List<Integer> mostChanged(double[] before, double[] after) {
    return IntStream.range(0, before.length)
        .boxed()
        .sorted(Comparator.comparingDouble(action -> -Math.abs(after[action] - before[action])))
        .limit(MOST)
        .toList();
  }
}
