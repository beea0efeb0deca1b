package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.app.cli.record.RecordingResults;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
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
    Rollout rollout, Path file, Optional<AblationEffect> effect, Optional<ScoreEffect> lived) {
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

  private static void at(AblationEffect ablationEffect, Map<String, Object> fields) {
    fields.put("agent", ablationEffect.agent());
    fields.put("tick", ablationEffect.tick());
    fields.put("without", ablationEffect.ablation().words());
    fields.put("fill", ablationEffect.ablation().fill().name().toLowerCase(Locale.ROOT));
    fields.put("closedSlots", ablationEffect.slots());
    fields.put("closedWeight", ablationEffect.weight());
    fields.put("changesNothing", ablationEffect.idle());
    fields.put("action", ablationEffect.taken());
    fields.put(
        "logProbabilityChange",
        RecordingResults.finite(-ablationEffect.worth(CreditMeasure.ACTION)));
    fields.put("valueBefore", RecordingResults.finite(ablationEffect.valueWith()));
    fields.put("valueAfter", RecordingResults.finite(ablationEffect.valueWithout()));
    fields.put("divergence", RecordingResults.finite(ablationEffect.divergence()));
    fields.put("logitsBefore", ablationEffect.with());
    fields.put("logitsAfter", ablationEffect.without());
    fields.put("probabilitiesBefore", Categorical.probabilities(ablationEffect.with()));
    fields.put("probabilitiesAfter", Categorical.probabilities(ablationEffect.without()));
  }

  private static Map<String, Object> trial(ScoreEffect.TrialEffect trialEffect) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("trial", trialEffect.trial());
    fields.put("scoreBefore", RecordingResults.finite(trialEffect.with()));
    fields.put("scoreAfter", RecordingResults.finite(trialEffect.without()));
    fields.put("change", RecordingResults.finite(trialEffect.difference().mean()));
    fields.put(
        "changeInterval",
        List.of(
            RecordingResults.finite(trialEffect.difference().low()),
            RecordingResults.finite(trialEffect.difference().high())));
    fields.put("changeMethod", trialEffect.difference().method().id());
    fields.put("lives", trialEffect.difference().count());
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

  private void at(AblationEffect ablationEffect, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            "%s, %s, without %s: %s",
            TickWords.of(rollout.trials(), ablationEffect.tick()),
            BodyNames.titled(rollout, ablationEffect.agent()),
            ablationEffect.ablation().words(),
            ablationEffect.idle()
                ? "nothing changes: all of it is masked already"
                : String.format(
                    Locale.ROOT,
                    "%d slots with %s of the weight; value %s -> %s, policy moved %s nats",
                    ablationEffect.slots(),
                    NumberWords.percent(ablationEffect.weight()),
                    NumberWords.logit(ablationEffect.valueWith()),
                    NumberWords.logit(ablationEffect.valueWithout()),
                    NumberWords.significant(ablationEffect.divergence(), 3))));
    if (ablationEffect.idle()) {
      return;
    }
    double[] before = Categorical.probabilities(ablationEffect.with());
    double[] after = Categorical.probabilities(ablationEffect.without());
    for (int action : mostChanged(before, after)) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  %s%s: %s -> %s",
              action == ablationEffect.taken() ? "(taken) " : "",
              AblationEffect.name(rollout, action),
              NumberWords.percent(before[action]),
              NumberWords.percent(after[action])));
    }
  }

  private void life(ScoreEffect change, StringBuilder words) {
    words.append(
        String.format(
            Locale.ROOT,
            "%n%srun on from %s without %s: %s",
            change.warning().map(warning -> "warning: " + warning + "\n").orElse(""),
            TickWords.of(rollout.trials(), change.from()),
            change.change().words(),
            change.parts() < 0
                ? "its actions stay the same"
                : "its first different action is at tick " + change.parts()));
    for (ScoreEffect.TrialEffect trialEffect : change.trials()) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d: score %s -> %s",
              trialEffect.trial() + 1,
              NumberWords.exactScore(trialEffect.with()),
              NumberWords.exactScore(trialEffect.without())));
      words.append(
          String.format(
              Locale.ROOT,
              ", change %s (%s; %d %s)",
              NumberWords.exactGain(trialEffect.difference().mean()),
              trialEffect.difference().words(NumberWords::exactGain, "draw"),
              trialEffect.difference().count(),
              trialEffect.difference().count() == 1 ? "life" : "lives"));
    }
    if (!change.trials().isEmpty()) {
      words.append("\n  All runs are of this one episode; other episodes may differ.");
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
