package dev.hindsight.trainer.learn.algorithm;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.sac.SacType;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Measures the speed of training from end to end, in the sizes in which the reference was
/// measured.
public final class TrainBench {
  /// Updates before the clock starts: compilers and allocators settle.
  private static final int WARM_UP = 2;

  private static final double NANOS = 1e9;

  private TrainBench() {}

  /// What is trained.
  public enum Subject {
    /// The recurrent driver: 1,024 agents, segments of 32 ticks, steps of 8,192.
    LSTM(1024),
    /// The trial transformer: 64 agents, 2 trials of 91 ticks, steps of half the rows.
    TRANSFORMER(64),
    /// Soft actor-critic of 32 groups of three in spread, with critics that see all three: 256
    /// steps of 256 joint ticks.
    SAC(96);

    private final int agents;

    Subject(int agents) {
      this.agents = agents;
    }

    /// Whether it drives, on a map.
    public boolean drives() {
      return this != SAC;
    }

    /// Optimiser steps of an update.
    private int steps() {
      return switch (this) {
        case LSTM -> 4;
        case TRANSFORMER -> 2;
        case SAC -> 256;
      };
    }

    private AlgorithmType algorithm() {
      return drives() ? new PpoType() : new SacType();
    }

    private EnvironmentType world() {
      return drives() ? new DriveEnvironmentType() : new SpreadEnvironmentType();
    }

    private Map<String, String> settings() {
      return switch (this) {
        case LSTM -> Map.of("termination_mode", "time_limit");
        case TRANSFORMER ->
            Map.of("preset", "adaptive", "k_scenarios", "2", "scenario_length", "91");
        case SAC -> Map.of();
      };
    }

    private Map<String, String> learning() {
      if (this == SAC) {
        return new LinkedHashMap<>(
            Map.of(
                "hidden_size", "256",
                "train_batch_size_per_learner", "256",
                "training_intensity", "256",
                "rollout_fragment_length", "8",
                "resample_frequency", "1000000",
                "num_steps_sampled_before_learning_starts", "256"));
      }
      Map<String, String> values = new LinkedHashMap<>();
      values.put("update_epochs", "1");
      values.put("advantages", "minibatch");
      values.put("prio_alpha", "0.85");
      values.put("prio_beta0", "0.85");
      values.put("vf_clip_coef", "0.2");
      values.put("hidden_size", "256");
      values.putAll(
          switch (this) {
            case LSTM ->
                Map.of(
                    "policy", "lstm",
                    "input_size", "64",
                    "rows", "segments",
                    "bptt_horizon", "32",
                    "minibatches", "4");
            case TRANSFORMER ->
                Map.of(
                    "policy", "transformer",
                    "input_size", "128",
                    "num_layers", "2",
                    "num_heads", "4",
                    "feed_forward", "512",
                    "rows", "episodes",
                    "minibatches", "2");
            case SAC -> Map.of();
          });
      return values;
    }
  }

  /// What differs from the sizes of the reference.
  ///
  /// @param learning settings of the algorithm, by name
  public record Changes(TrainingTask.Device device, Map<String, String> learning) {
    /// Copies the settings.
    public Changes {
      learning = Map.copyOf(learning);
    }
  }

  /// @param map a drive map, if the subject [Subject#drives]
  /// @param seconds how long to measure, at least one update
  /// @throws dev.hindsight.trainer.Problem if the map, a changed setting or the device cannot be
  ///   used
  public static TrainBenchResult run(
      Subject subject, Optional<Path> map, Changes changes, double seconds, long seed) {
    EnvironmentType world = subject.world();
    EnvironmentFactory factory =
        world.prepare(world.settings().parse(subject.settings(), "bench"), map);
    Map<String, String> typed = subject.learning();
    int usual = Math.max(1, subject.agents / factory.shape().agents());
    typed.put("num_envs", Integer.toString(usual));
    typed.putAll(changes.learning);
    AlgorithmType type = subject.algorithm();
    TrainingTask task =
        new TrainingTask(
            List.of(factory), type.settings().parse(typed, "--set"), seed, changes.device);
    int environments = task.settings().whole("num_envs");
    try (Algorithm algorithm = type.open(task)) {
      for (int i = 0; i < WARM_UP; i++) {
        algorithm.update();
      }
      return measure(algorithm, environments * factory.shape().agents(), subject.steps(), seconds);
    }
  }

  private static TrainBenchResult measure(
      Algorithm algorithm, int agents, int stepsOfUpdate, double seconds) {
    Duration before = processorTime();
    long start = System.nanoTime();
    long now = start;
    int updates = 0;
    long steps = 0;
    double simulate = 0;
    double forward = 0;
    double learn = 0;
    while (updates == 0 || now - start < seconds * NANOS) {
      UpdateReport report = algorithm.update();
      updates++;
      steps += report.agentSteps();
      simulate += report.metrics().getOrDefault("performance/simulate", 0.0);
      forward += report.metrics().getOrDefault("performance/forward", 0.0);
      learn += report.metrics().getOrDefault("performance/learn", 0.0);
      now = System.nanoTime();
    }
    return new TrainBenchResult(
        agents,
        updates,
        steps,
        (long) updates * stepsOfUpdate,
        (now - start) / NANOS,
        processorTime().minus(before).toNanos() / NANOS,
        simulate,
        forward,
        learn);
  }

  /// Of the whole process; none where the system does not say.
  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
