package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A weight that becomes NaN at a chosen update.
class NotFiniteTest {
  @TempDir private Path folder;

  @Test
  void theUpdateIsNotKeptAndItIsToldWhereItBegan() {
    TrainingResult result = run(3);
    assertEquals(RunStatus.NOT_FINITE, result.status());
    assertEquals(2, result.progress().updates());
    assertTrue(
        result.reason().contains("update 3, agent 0 of environment 0 at tick 0"), result.reason());
    Checkpoint kept = Checkpoints.read(result.checkpoint().orElseThrow());
    assertEquals(2, RunCheckpoint.progress(kept).updates());
    assertEquals(2, MetricsLog.read(kept(result).resolveSibling("metrics.jsonl")).size());
  }

  @Test
  void inTheFirstUpdateItFailsTheGate() {
    TrainingResult result = run(1);
    assertEquals(RunStatus.NOT_FINITE, result.status());
    assertTrue(result.checkpoint().isEmpty());
    assertEquals(TrainingRun.FIRST_UPDATE, result.gates().getLast().name());
    assertEquals(Gate.Status.FAIL, result.gates().getLast().verdict());
  }

  @Test
  void theAlgorithmItselfSaysSo() {
    TrainingTask task = SmallRun.spec(SmallRun.request()).task();
    try (Algorithm algorithm = BuiltInAlgorithms.all().getFirst().open(task)) {
      algorithm.update();
      algorithm.adopt(Poisoned.weights(algorithm));
      assertThrows(Problem.class, algorithm::update);
      assertEquals(1, algorithm.updates());
    }
  }

  private TrainingResult run(long update) {
    SmallRun runs = new SmallRun(folder);
    TrainingSpec spec =
        TrainingSpec.of(
            SmallRun.request(), new Poisoned(BuiltInAlgorithms.all().getFirst(), update));
    return TrainingRun.begin(spec, runs.place(), _ -> {}).run(Progress.SILENT, new Cancellation());
  }

  private static Path kept(TrainingResult result) {
    return result.checkpoint().orElseThrow();
  }

  /// An algorithm one of whose weights is NaN before an update.
  private record Poisoned(AlgorithmType type, long update) implements AlgorithmType {
    static Checkpoint weights(Algorithm algorithm) {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      for (Tensor tensor : algorithm.weights()) {
        tensors.put(tensor.name(), tensor);
        if (tensor.name().equals("policy.actor.bias")) {
          tensor.values()[0] = Float.NaN;
        }
      }
      return new Checkpoint("poison", "", tensors, Map.of());
    }

    @Override
    public String id() {
      return type.id();
    }

    @Override
    public Settings settings() {
      return type.settings();
    }

    @Override
    public Set<String> live() {
      return type.live();
    }

    @Override
    public long updates(SettingValues settings) {
      return type.updates(settings);
    }

    @Override
    public void checkConditions(TrainingTask task, List<String> conditions) {
      type.checkConditions(task, conditions);
    }

    @Override
    public Algorithm open(TrainingTask task) {
      Algorithm inner = type.open(task);
      return new Algorithm() {
        @Override
        public long updates() {
          return inner.updates();
        }

        @Override
        public long updatesInAll() {
          return inner.updatesInAll();
        }

        @Override
        public UpdateReport update() {
          if (inner.updates() + 1 == update) {
            inner.adopt(Poisoned.weights(inner));
          }
          return inner.update();
        }

        @Override
        public String policy() {
          return inner.policy();
        }

        @Override
        public List<Tensor> weights() {
          return inner.weights();
        }

        @Override
        public List<Tensor> optimiser() {
          return inner.optimiser();
        }

        @Override
        public void adopt(Checkpoint parent) {
          inner.adopt(parent);
        }

        @Override
        public void restore(Map<String, Tensor> tensors, long updatesDone) {
          inner.restore(tensors, updatesDone);
        }

        @Override
        public void arm(List<String> conditions, BreakpointListener breakpointListener) {
          inner.arm(conditions, breakpointListener);
        }

        @Override
        public void follow(UpdateProgress progress) {
          inner.follow(progress);
        }

        @Override
        public void change(SettingValues settings) {
          inner.change(settings);
        }

        @Override
        public void scaleLearningRate(double factor) {
          inner.scaleLearningRate(factor);
        }

        @Override
        public void close() {
          inner.close();
        }
      };
    }
  }
}
