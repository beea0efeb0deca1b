package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The purpose of the dark room presets: a policy that improves from trial to trial because it
/// remembers, and for no other reason. Takes minutes per seed; the figures are in
/// `docs/measurements/dark-room.md`.
@Tag("slow")
class DarkRoomPresetsTest {
  private static final int EPISODES = 1000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void fiveByFiveFindsTheGoalAgain(long seed) {
    TrainingSpec spec = spec("5x5", seed);
    TrainingResult result = train(spec);
    EvaluationReport whole = evaluate(spec, result, MemoryWipe.NONE);
    EvaluationReport wiped = evaluate(spec, result, MemoryWipe.TRIALS);
    assertTrue(whole.means().getLast() >= 0.95, whole.toString());
    assertTrue(whole.gain().orElseThrow().mean() >= 0.5, whole.toString());
    assertTrue(wiped.gain().orElseThrow().mean() < 0.15, wiped.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void sevenBySevenGainsHalf(long seed) {
    TrainingSpec spec = spec("7x7", seed);
    TrainingResult result = train(spec);
    EvaluationReport whole = evaluate(spec, result, MemoryWipe.NONE);
    EvaluationReport wiped = evaluate(spec, result, MemoryWipe.TRIALS);
    assertTrue(whole.gain().orElseThrow().mean() >= 0.5, whole.toString());
    assertTrue(wiped.gain().orElseThrow().mean() < 0.15, wiped.toString());
  }

  private static TrainingSpec spec(String preset, long seed) {
    return TrainingSpec.of(
        new TrainingRequest(
            "darkroom",
            Optional.of(preset),
            List.of(),
            Map.of(),
            seed,
            TrainingTask.Device.CPU,
            Optional.empty()),
        BuiltInAlgorithms.all().getFirst());
  }

  private TrainingResult train(TrainingSpec spec) {
    List<TrainingEvent> alarms = new ArrayList<>();
    TrainingResult result =
        TrainingRun.begin(
                spec,
                new SmallRun(folder).place(),
                event -> {
                  if (event instanceof TrainingEvent.HealthChanged) {
                    alarms.add(event);
                  }
                })
            .run(Progress.SILENT, new Cancellation());
    assertEquals(List.of(), alarms, "a run that learns gives no alarm");
    return result;
  }

  private static EvaluationReport evaluate(
      TrainingSpec spec, TrainingResult result, MemoryWipe wipe) {
    String checkpoint = result.checkpoint().orElseThrow().toString();
    return new Evaluation(
            spec.task().factories(),
            shape -> BuiltInPolicies.open(checkpoint, shape).policy(),
            EPISODES,
            wipe,
            new ActionSelection.Sample(),
            1)
        .run(Progress.SILENT, new Cancellation());
  }
}
