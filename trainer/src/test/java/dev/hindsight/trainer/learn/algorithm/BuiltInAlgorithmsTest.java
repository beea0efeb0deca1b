package dev.hindsight.trainer.learn.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every algorithm.
class BuiltInAlgorithmsTest {
  static List<AlgorithmType> all() {
    return BuiltInAlgorithms.all();
  }

  @Test
  void theFirstIsTheOneWhereNobodySays() {
    assertSame(all().getFirst(), BuiltInAlgorithms.chosen(Optional.empty()));
  }

  @Test
  void oneThereIsNotIsRefusedNamingThoseThereAre() {
    Problem problem =
        assertThrows(Problem.class, () -> BuiltInAlgorithms.chosen(Optional.of("dqn")));
    all().forEach(type -> assertTrue(problem.remedy().contains(type.id()), problem.remedy()));
  }

  @ParameterizedTest
  @MethodSource("all")
  void itIsFoundByItsIdAndItsKnobsHaveNamesOfTheirOwn(AlgorithmType type) {
    assertSame(type, BuiltInAlgorithms.named(type.id()));
    List<String> names = type.settings().all().stream().map(Setting::name).toList();
    assertEquals(names.stream().distinct().toList(), names);
    assertTrue(type.updates(type.settings().defaults()) > 0);
  }

  @ParameterizedTest
  @MethodSource("all")
  void thereIsAPresetToBeginWith(AlgorithmType type) {
    assertTrue(!new DarkRoomEnvironmentType().presets(type.id()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("all")
  void anUpdateIsCountedAndWhatIsKeptTellsWeightsFromTheRest(AlgorithmType type) {
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    EnvironmentFactory factory = room.prepare(room.settings().defaults(), Optional.empty());
    Map<String, String> small = Map.of("num_envs", "2", "hidden_size", "8", "updates", "3");
    TrainingTask task =
        new TrainingTask(
            List.of(factory), type.settings().parse(small, "test"), 1, TrainingTask.Device.CPU);
    type.check(task);
    try (Algorithm algorithm = type.open(task)) {
      assertEquals(3, algorithm.updatesInAll());
      UpdateReport report = algorithm.update();
      assertEquals(1, report.update());
      assertEquals(1, algorithm.updates());
      assertTrue(report.agentSteps() > 0);
      report.metrics().forEach((name, value) -> assertTrue(Double.isFinite(value), name));
      assertTrue(algorithm.weights().stream().noneMatch(this::isOptimiser));
      assertTrue(algorithm.optimiser().stream().allMatch(this::isOptimiser));
    }
  }

  private boolean isOptimiser(Tensor tensor) {
    return tensor.name().startsWith(Checkpoint.OPTIMISER);
  }
}
