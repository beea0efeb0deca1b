package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateProgress.Phase;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Progress within an update.
class ProgressEventsTest {
  private static final long MS = 1_000_000;

  private final List<TrainingEvent> events = new ArrayList<>();
  private long now = 7;

  @Test
  void aLongUpdateTellsAFewTimesASecondHowFarItIs() {
    ProgressEvents progress = new ProgressEvents(() -> now, events::add);
    progress.begin(12);
    for (int tick = 1; tick <= 2000; tick++) {
      now += MS;
      progress.reached(Phase.COLLECT, tick, 2000);
    }
    assertEquals(7, events.size());
    assertEquals(new TrainingEvent.Progressed(12, Phase.COLLECT, 500, 2000), events.getFirst());
    assertEquals(new TrainingEvent.Progressed(12, Phase.COLLECT, 750, 2000), events.get(1));
    assertEquals(
        "update 12: collecting tick 500 of 2000",
        ((TrainingEvent.Progressed) events.getFirst()).words());
  }

  @Test
  void shortUpdatesAreSilentExceptForTheirEvaluation() {
    ProgressEvents progress = new ProgressEvents(() -> now, events::add);
    for (int update = 1; update <= 100; update++) {
      progress.begin(update);
      now += 499 * MS;
      progress.reached(Phase.LEARN, 1, 4);
    }
    assertEquals(List.of(), events);
    progress.reached(Phase.EVALUATE, 0, 0);
    assertEquals(List.of(new TrainingEvent.Progressed(100, Phase.EVALUATE, 0, 0)), events);
  }

  @Test
  void everyAlgorithmCountsItsTicksAndItsStepsToTheEnd() {
    for (AlgorithmType type : BuiltInAlgorithms.all()) {
      List<Integer> ticks = new ArrayList<>();
      List<Integer> steps = new ArrayList<>();
      int[] inAll = new int[2];
      UpdateProgress counting =
          (phase, done, all) -> {
            (phase == Phase.COLLECT ? ticks : steps).add(done);
            inAll[phase == Phase.COLLECT ? 0 : 1] = all;
          };
      try (Algorithm algorithm = type.open(SmallRun.spec(request(type)).task())) {
        algorithm.follow(counting);
        algorithm.update();
      }
      assertEquals(counted(ticks.size()), ticks, type.id());
      assertEquals(counted(inAll[1]), steps, type.id());
      assertTrue(ticks.size() <= inAll[0] && !steps.isEmpty(), type.id());
    }
  }

  private static TrainingRequest request(AlgorithmType type) {
    if (type.id().equals("ppo")) {
      return SmallRun.request();
    }
    return TrainingRequest.of("darkroom")
        .by(type.id())
        .with(
            Map.of(
                "num_envs", "2",
                "hidden_size", "8",
                "rollout_fragment_length", "20",
                "num_steps_sampled_before_learning_starts", "10",
                "train_batch_size_per_learner", "8",
                "training_intensity", "1"));
  }

  private static List<Integer> counted(int most) {
    return java.util.stream.IntStream.rangeClosed(1, most).boxed().toList();
  }
}
