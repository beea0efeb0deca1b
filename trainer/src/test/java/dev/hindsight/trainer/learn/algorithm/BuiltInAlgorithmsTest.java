package dev.hindsight.trainer.learn.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

  /// The last part to be made is the one that cannot be.
  @ParameterizedTest
  @MethodSource("all")
  void aRunThatCannotStartLeavesNothingBehind(AlgorithmType type) {
    DarkRoomEnvironmentType room = new DarkRoomEnvironmentType();
    EnvironmentFactory factory = room.prepare(room.settings().defaults(), Optional.empty());
    Map<String, String> small = Map.of("num_envs", "4", "hidden_size", "8", "num_workers", "4");
    TrainingTask task =
        new TrainingTask(
            List.of(factory),
            type.settings().parse(small, "test"),
            1,
            TrainingTask.Device.CPU,
            Optional.of("scripted"));
    Set<Thread> before = environmentThreads();

    Problem problem = assertThrows(Problem.class, () -> type.open(task));

    assertTrue(problem.what().contains("ego"), problem.toString());
    Set<Thread> left = environmentThreads();
    left.removeAll(before);
    assertTrue(left.stream().allMatch(BuiltInAlgorithmsTest::ends), left.toString());
    try (NDManager manager = TorchEngine.scope()) {
      Optional<GradientCollector> free =
          ExclusiveGradientCollector.unlessSomeoneLearns(manager.getEngine());
      free.ifPresent(GradientCollector::close);
      assertTrue(free.isPresent(), "a run is still said to learn");
    }
  }

  private static Set<Thread> environmentThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("environments"))
        .collect(Collectors.toSet());
  }

  private static boolean ends(Thread thread) {
    try {
      return thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isOptimiser(Tensor tensor) {
    return tensor.name().startsWith(Checkpoint.OPTIMISER);
  }
}
