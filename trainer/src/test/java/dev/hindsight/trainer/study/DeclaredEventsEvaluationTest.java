package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/// Evaluations count what an environment declares: its events, and the actions it names.
class DeclaredEventsEvaluationTest {
  @Test
  void eachEventIsMeasuredByItsName() {
    EnvironmentFactory couriers = new CourierEnvironmentType().factory();
    // Ticks 0 to 7 cause the events 0 to 7, ticks 8 to 11 the events 0 to 3: never 8 and 9.
    EvaluationReport report = evaluated(couriers, tick -> tick % 8, 3);
    List<Measure> measures = Measure.of(CourierEvents.ALL);
    assertEquals(
        CourierEvents.ALL.stream().map(EventKind::name).toList(),
        measures.stream().map(Measure::id).filter(id -> !Measure.COMMON.contains(id)).toList());
    Set<String> missing = Set.of("rained_on", "honked");
    for (EpisodeResult episode : report.results()) {
      TrialResult trial = episode.trials().getFirst();
      for (Measure measure : measures) {
        if (!Measure.COMMON.contains(measure.id())) {
          double part = missing.contains(measure.id()) ? 0 : 1;
          assertEquals(part, measure.of().applyAsDouble(trial), measure.id());
        }
      }
    }
  }

  /// Two couriers: the largest reward of a step is that of event 7, and both act in 12 ticks.
  @Test
  void stepsAreCountedOverAllEgos() {
    EvaluationReport report =
        evaluated(new CourierEnvironmentType().factory(), tick -> tick % 8, 2);
    EpisodeResult episode = report.results().getFirst();
    assertEquals(
        Optional.of(new EpisodeSteps(24, 12, episode.earned(), 7, Map.of())), episode.steps());
  }

  /// An excavator that digs or dumps in every fourth tick and waits in the others, for 100 ticks.
  @Test
  void anExcavatorsSharesOfActionsAndLargestRewardAreMeasured() {
    EnvironmentFactory sites =
        BuiltInEnvironments.named("excavation")
            .prepare(
                BuiltInEnvironments.named("excavation")
                    .settings()
                    .parse(Map.of("max_steps", "100"), "test"),
                Optional.empty());
    IntUnaryOperator rhythm = tick -> tick % 4 == 0 ? 6 : 7;
    EvaluationReport report = evaluated(sites, rhythm, 3);
    Map<String, Double> metrics = EpisodeMetrics.of(report.results());
    assertEquals(0.25, metrics.get("eval/action_do"));
    assertEquals(0.75, metrics.get("eval/action_wait"));
    double largest = Double.NEGATIVE_INFINITY;
    for (EpisodeResult episode : report.results()) {
      assertEquals(100, episode.ticks(), "nothing is finished by standing still");
      Environment world = sites.create(episode.seed());
      Actions actions = new Actions(world.shape());
      for (int tick = 0; tick < 100; tick++) {
        actions.joint[0] = rhythm.applyAsInt(tick);
        world.step(actions);
        largest = Math.max(largest, world.buffer().reward[0]);
      }
    }
    assertEquals(largest, metrics.get("eval/max_step_reward"));
    assertEquals(0.0, metrics.get("eval/episode_success_rate"));
    assertEquals(0.0, metrics.get("eval/successes_per_env"));
    assertEquals(1.0, metrics.get("eval/terminations_per_env"));
    assertTrue(metrics.containsKey("eval/timeout_rate"));
  }

  private static EvaluationReport evaluated(
      EnvironmentFactory factory, IntUnaryOperator actionAt, int episodes) {
    return new Evaluation(
            List.of(factory),
            _ -> new Rhythm(actionAt),
            episodes,
            MemoryWipe.NONE,
            new ActionSelection.Argmax(),
            1)
        .run(Progress.SILENT, new Cancellation());
  }

  /// All agents do the same at a tick.
  private static final class Rhythm implements Policy {
    private final IntUnaryOperator actionAt;
    private int tick;

    private Rhythm(IntUnaryOperator actionAt) {
      this.actionAt = actionAt;
    }

    @Override
    public void reset() {
      tick = 0;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      int choices = output.logits.length / output.value.length;
      Arrays.fill(output.logits, 0);
      for (int agent = 0; agent < output.value.length; agent++) {
        output.logits[agent * choices + actionAt.applyAsInt(tick)] = 1;
      }
      tick++;
    }

    @Override
    public void close() {}
  }
}
