package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The excavator's metrics of a rollout of five steps, against numbers computed by hand.
class FigureMeansTest {
  private static final EnvironmentShape SHAPE = shape();

  private final StepBuffer seen = new StepBuffer(SHAPE);
  private final FigureMeans means = new FigureMeans(SHAPE.figures());

  private static EnvironmentShape shape() {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    return type.prepare(type.settings().parse(Map.of("sites", "4"), "test"), Optional.empty())
        .shape();
  }

  /// A step whose other figures are 0.
  private void step(float reward, float progress, Map<String, Float> figures) {
    for (int f = 0; f < SHAPE.figures().size(); f++) {
      seen.figures[f][0] = figures.getOrDefault(SHAPE.figures().get(f).name(), 0f);
    }
    seen.reward[0] = reward;
    means.add(seen, 0, progress);
  }

  private Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    means.sums().addTo(metrics);
    return metrics;
  }

  @Test
  void everyMetricHasTheNameAndTheNumberOfItsFormula() {
    means.begin();
    // A dig that fills the bucket, a dump that fails, one that succeeds, a collision, a time limit
    // with a full bucket at which the ground has changed.
    step(
        1,
        0,
        Map.of(
            "do_attempt", 1f, "dig_success", 1f, "terrain_changed", 1f, "reward_dig_success", 2f));
    step(-1, 0.25f, Map.of("do_attempt", 1f, "noop", 1f, "reward_dump_wrong", -1f));
    step(2, 0.5f, Map.of("do_attempt", 1f, "dump_success", 1f, "reward_dump_success", 3f));
    step(0, 0.75f, Map.of("collision", 1f, "noop", 1f, "reward_existence", -0.5f));
    step(
        3,
        1,
        Map.of(
            "timeout", 1f,
            "loaded_at_timeout", 1f,
            "terrain_changed", 1f,
            "completion", 0.5f,
            "core_completion", 1f,
            "edge_completion", 0.25f));
    Map<String, Double> found = metrics();
    Map<String, Double> expected = new HashMap<>();
    expected.put("train/reward", 5.0 / 5);
    expected.put("train/episode_progress", 0.5);
    expected.put("train/success_rate", 0.0);
    expected.put("train/timeout_rate", 1.0 / 5);
    expected.put("behavior/do_attempt_rate", 3.0 / 5);
    expected.put("behavior/dig_success_rate", 1.0 / 3);
    expected.put("behavior/dump_success_rate", 1.0 / 3);
    expected.put("behavior/collision_rate", 1.0 / 5);
    expected.put("behavior/noop_rate", 2.0 / 5);
    expected.put("behavior/terrain_changed_rate", 2.0 / 5);
    expected.put("behavior/loaded_at_timeout_rate", 1.0);
    expected.put("progress/completion", 0.1);
    expected.put("progress/core_completion", 0.2);
    expected.put("progress/edge_completion", 0.05);
    expected.put("reward/terminal", 0.0);
    expected.put("reward/dig_success", 2.0 / 5);
    expected.put("reward/dig_wrong", 0.0);
    expected.put("reward/dump_success", 3.0 / 5);
    expected.put("reward/dump_wrong", -1.0 / 5);
    expected.put("reward/existence", -0.5 / 5);
    found.keySet().removeIf(StepFigure::is);
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach(
        (name, number) -> assertEquals(number, found.getOrDefault(name, Double.NaN), 1e-6, name));
    assertEquals(
        1.0 / 5,
        metrics().getOrDefault("figure/dig_success", Double.NaN),
        1e-6,
        "the mean stays as it was");
  }

  @Test
  void aRateOfNothingIsAbsentAndNotZero() {
    means.begin();
    assertEquals(Map.of(), metrics(), "no step");
    step(1, 0, Map.of("noop", 1f));
    assertFalse(metrics().containsKey("behavior/dig_success_rate"), "no attempt");
    assertFalse(metrics().containsKey("behavior/loaded_at_timeout_rate"), "no time limit");
    assertEquals(0, metrics().get("behavior/do_attempt_rate"));
  }

  @Test
  void aDenominatorMustBeAFigure() {
    List<StepFigure> wrong =
        List.of(new StepFigure("hit", "1", "").withMetric("behavior/hit_rate", "shot"));
    assertThrows(IllegalArgumentException.class, () -> new FigureMeans(wrong));
  }
}
