package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a row knows of the tick after its last one, where its episode goes on.
class CutRowTest {
  private static final int COUNT = 3;

  /// Ticks of a row: less than the episode's, and in the middle of its second trial.
  private static final int TICKS = 14;

  private static TrainingTask task(String policy) {
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    EnvironmentFactory factory =
        room.prepare(room.settings().parse(Map.of("size", "9"), "test"), Optional.empty());
    PpoType type = new PpoType();
    SettingValues values =
        type.settings()
            .parse(
                Map.of(
                    "policy",
                    policy,
                    "num_envs",
                    Integer.toString(COUNT),
                    "hidden_size",
                    "8",
                    "feed_forward",
                    "8"),
                "test");
    return new TrainingTask(List.of(factory), values, 5, TrainingTask.Device.CPU);
  }

  private static float[] weights(TrainingTask task) {
    float[] weights =
        Architecture.of(task.settings(), task.factories().getFirst().shape(), 1)
            .parameters()
            .initial(1);
    Random random = new Random(2);
    for (int i = 0; i < weights.length; i++) {
      weights[i] += (float) (0.3 * random.nextGaussian());
    }
    return weights;
  }

  private static Trajectories collected(String policy, RowKind rowKind, int ticks) {
    TrainingTask task = task(policy);
    StepBudget budget =
        rowKind == RowKind.EPISODES
            ? new StepBudget(StepBudget.By.ENV_STEPS, (long) ticks * COUNT)
            : StepBudget.NONE;
    CollectionPlan plan =
        new CollectionPlan(rowKind, ticks, new Collector.Rules(1, 0.9, 1), budget, 1);
    try (WorkerCollection worker =
        WorkerCollection.of(
            task, new WorkerCollection.Share(0, 0, COUNT), plan, new Seeds(task.seed()))) {
      CollectionReport _ = worker.collect(weights(task), 0);
      return worker.trajectories();
    }
  }

  /// The same draws, worlds and weights: the longer row only sees one tick more.
  @ParameterizedTest
  @CsvSource({
    "mlp, SEGMENTS",
    "lstm, SEGMENTS",
    "transformer, SEGMENTS",
    "mlp, EPISODES",
    "lstm, EPISODES",
    "transformer, EPISODES"
  })
  void theValueAfterItsLastTickIsTheOneThatALongerRowHasThere(String policy, RowKind rowKind) {
    Trajectories cut = collected(policy, rowKind, TICKS);
    Trajectories longer = collected(policy, rowKind, TICKS + 1);
    assertEquals(TICKS, cut.used);
    boolean remembers = false;
    for (int row = 0; row < COUNT; row++) {
      for (int t = 0; t < TICKS; t++) {
        assertEquals(longer.action[longer.at(row, t)], cut.action[cut.at(row, t)]);
      }
      float next = longer.value[longer.at(row, TICKS)];
      assertEquals(next, cut.tail[row], 1e-5f, "row " + row);
      remembers |= Math.abs(next - longer.value[longer.at(row, 0)]) > 1e-3;
    }
    assertTrue(remembers, "values differ by tick");
  }
}
