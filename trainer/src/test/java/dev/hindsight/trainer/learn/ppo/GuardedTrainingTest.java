package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.WorkerCollection;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Training goes on after a tick at which the policy's output was not finite.
class GuardedTrainingTest {
  private static final int LENGTH = 8;

  /// How an episode is at fault: its agent once observes what is not a number.
  ///
  /// @param tick at which it does; that of the length is the final observation
  /// @param every whether that happens in every episode, or only in one
  /// @param limbo whether the agent is in limbo from the tick after that
  /// @param end of every episode
  private record Fault(int tick, boolean every, boolean limbo, EpisodeEnd end) {}

  /// Its episodes have 8 ticks. Where not every one is at fault, those of every second environment
  /// have 7, so that they do not all begin together.
  private static final class Faulty extends TickWorld {
    private static final EnvironmentShape SHAPE =
        new EnvironmentShape(
                1,
                new ObservationLayout(
                    List.of(
                        new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))),
                new ActionSpace.Discrete(
                    List.of(new ActionSpace.Factor("turn", "", List.of(-1f, 0f, 1f)))),
                1,
                1,
                LENGTH,
                List.of())
            .withTimeLimit();

    private final Fault fault;
    private final int length;
    private final AtomicBoolean happened;

    private Faulty(Fault fault, int number, AtomicBoolean happened) {
      super(SHAPE);
      this.fault = fault;
      this.length = fault.every ? LENGTH : LENGTH - number % 2;
      this.happened = happened;
      buffer.finalObservation();
    }

    static EnvironmentFactory factory(Fault fault) {
      AtomicInteger made = new AtomicInteger();
      AtomicBoolean happened = new AtomicBoolean();
      return factory(SHAPE, () -> new Faulty(fault, made.getAndIncrement(), happened));
    }

    @Override
    protected void observe(int tick) {
      boolean faulty =
          tick == fault.tick
              && (fault.every || (length == LENGTH && happened.compareAndSet(false, true)));
      buffer.observation[0] = faulty ? Float.NaN : tick;
      buffer.removed[0] = (byte) (fault.limbo && tick > fault.tick ? 1 : 0);
    }

    @Override
    public void step(Actions actions) {
      buffer.clearResults();
      buffer.reward[0] = actions.joint[0];
      int next = buffer.trialTick + 1;
      if (next == length) {
        buffer.end(0, fault.end);
        buffer.trialEnded[0] = 1;
        buffer.trialScore[0] = 0;
        buffer.finalObservation()[0] = fault.tick == LENGTH ? Float.NaN : length;
        next = 0;
      }
      show(next);
    }
  }

  private static Algorithm open(Fault fault, String policy, Map<String, String> more) {
    return new PpoType().open(task(fault, policy, more));
  }

  private static TrainingTask task(Fault fault, String policy, Map<String, String> more) {
    PpoType type = new PpoType();
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", policy,
                "rows", "episodes",
                "num_envs", "6",
                "hidden_size", "16",
                "bad_updates", "3",
                "updates", "10"));
    typed.putAll(more);
    return new TrainingTask(
        List.of(Faulty.factory(fault)),
        type.settings().parse(typed, "test"),
        5,
        TrainingTask.Device.CPU);
  }

  /// Learns twice.
  ///
  /// @param replaced number of outputs in each of the updates
  private static void learn(
      Fault fault, String policy, Map<String, String> more, double... replaced) {
    try (Algorithm algorithm = open(fault, policy, more)) {
      for (double outputs : replaced) {
        Map<String, Double> metrics = algorithm.update().metrics();
        assertEquals(outputs, metrics.getOrDefault("guard/outputs", Double.NaN));
        assertEquals(1, metrics.getOrDefault("losses/importance", Double.NaN), 0.2);
      }
      for (float weight : algorithm.weights().getFirst().values()) {
        assertTrue(Float.isFinite(weight));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void aTickWhoseOutputIsNotFiniteIsNotLearnedFrom(String policy) {
    learn(new Fault(LENGTH - 1, true, false, EpisodeEnd.TASK_DONE), policy, Map.of(), 6, 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void anAgentInLimboMayRememberWhatIsNotANumber(String policy) {
    learn(new Fault(3, true, true, EpisodeEnd.TASK_DONE), policy, Map.of(), 6, 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void aSkippedTickAtATimeLimitNeedsNoValueOfTheFinalObservation(String policy) {
    learn(new Fault(LENGTH - 1, true, false, EpisodeEnd.TIMEOUT), policy, Map.of(), 6, 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlp", "lstm", "transformer"})
  void aFinalObservationThatIsNotFiniteLeavesItsTickUnbootstrapped(String policy) {
    learn(new Fault(LENGTH, true, false, EpisodeEnd.TIMEOUT), policy, Map.of(), 6, 6);
  }

  @Test
  void aRunWhoseFinalObservationsAreNeverFiniteEndsAndNamesThem() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                learn(
                    new Fault(LENGTH, true, false, EpisodeEnd.TIMEOUT), "mlp", Map.of(), 6, 6, 6));

    assertTrue(
        problem.getMessage().contains("at tick 7: value of the final observation NaN"),
        problem.getMessage());
  }

  /// Five ticks of the episode are left when it is at fault.
  @ParameterizedTest
  @CsvSource({"mlp, 1", "lstm, 5", "transformer, 5"})
  void whatIsNotANumberIsForgottenWithItsEpisode(String policy, double replaced) {
    learn(
        new Fault(3, false, false, EpisodeEnd.TASK_DONE),
        policy,
        Map.of("rows", "segments", "bptt_horizon", "32"),
        replaced,
        0);
  }

  /// A memory that has taken in what is not a number has no value any more.
  @ParameterizedTest
  @CsvSource({"mlp, true", "lstm, false", "transformer, false"})
  void theFinalObservationBehindASkippedTickHasAValueIfTheMemoryIsFinite(
      String policy, boolean known) {
    TrainingTask task =
        task(new Fault(LENGTH - 1, true, false, EpisodeEnd.TIMEOUT), policy, Map.of());
    CollectionPlan plan =
        new CollectionPlan(
            RowKind.EPISODES, LENGTH, new Collector.Rules(0, 0.9, 3), StepBudget.NONE, 1);
    try (WorkerCollection worker =
        WorkerCollection.of(
            task, new WorkerCollection.Share(0, 0, 1), plan, new Seeds(task.seed()))) {
      float[] weights =
          Architecture.of(task.settings(), Faulty.SHAPE, LENGTH).parameters().initial(1);
      assertEquals(1, worker.collect(weights, 0).badOutputs());
      Trajectories all = worker.trajectories();
      int last = all.at(0, LENGTH - 1);
      assertEquals(1, all.removed[last]);
      assertEquals(1, all.skipped[last]);
      assertEquals(0, all.skipped[last - 1]);
      assertEquals(known, Float.isFinite(all.timeoutValue[last]));
    }
  }

  /// Three bad updates in a row end a run, wherever it was interrupted between them.
  @Test
  void aResumedRunGoesOnCountingBadUpdates() {
    Fault fault = new Fault(3, true, false, EpisodeEnd.TASK_DONE);
    Map<String, Tensor> kept = new HashMap<>();
    try (Algorithm first = open(fault, "mlp", Map.of())) {
      first.update();
      first.update();
      first.weights().forEach(tensor -> kept.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> kept.put(tensor.name(), tensor));
      assertThrows(Problem.class, first::update);
    }
    try (Algorithm resumed = open(fault, "mlp", Map.of())) {
      resumed.restore(kept, 2);
      assertThrows(Problem.class, resumed::update);
    }
  }
}
