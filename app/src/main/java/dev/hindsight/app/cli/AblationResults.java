package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.counterfactual.Effect;
import dev.hindsight.inspector.counterfactual.Question;
import dev.hindsight.trainer.env.ActionManifest;
import dev.hindsight.trainer.env.ActionSpace;
import dev.hindsight.trainer.policy.Categorical;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/// What switching something off did to one query, as fields and as words.
record AblationResults(Rollout rollout, Path file, Effect effect) {
  /// Actions told in words: those that changed most.
  private static final int MOST = 5;

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
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
    return fields;
  }

  String words() {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s, agent %d, without %s: %s",
            TickWords.of(rollout.trials(), effect.tick()),
            effect.agent(),
            effect.ablation().words(),
            effect.idle()
                ? "nothing changes, all of it is masked anyway"
                : String.format(
                    Locale.ROOT,
                    "%d slots with %.1f %% of the weight; value %.3f -> %.3f, policy moved %.4f"
                        + " nats",
                    effect.slots(),
                    100 * effect.weight(),
                    effect.valueWith(),
                    effect.valueWithout(),
                    effect.divergence())));
    double[] before = Categorical.probabilities(effect.with());
    double[] after = Categorical.probabilities(effect.without());
    for (int action : mostChanged(before, after)) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  %s%s: %.1f %% -> %.1f %%",
              action == effect.taken() ? "(taken) " : "",
              name(action),
              100 * before[action],
              100 * after[action]));
    }
    return words.toString();
  }

  private List<Integer> mostChanged(double[] before, double[] after) {
    return IntStream.range(0, before.length)
        .boxed()
        .sorted(Comparator.comparingDouble(action -> -Math.abs(after[action] - before[action])))
        .limit(MOST)
        .toList();
  }

  private String name(int action) {
    return ActionManifest.read(rollout.manifest())
        .filter(ActionSpace.Discrete.class::isInstance)
        .map(ActionSpace.Discrete.class::cast)
        .filter(space -> space.count() == effect.with().length)
        .map(space -> space.describe(action))
        .orElse("action " + action);
  }
}
