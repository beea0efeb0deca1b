package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.TrainingTask.Device;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.GateCheck;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether a device learns what the processor learns, for every kind of network: each trains the
/// same small task, acting included, and takes one step of the optimiser.
///
/// It compares Adam's first-moment estimates after that step, which are the gradients times a
/// constant. Comparing the weights would not work, because Adam's first step has the length of the
/// learning rate wherever a gradient is not exactly zero, however small it is.
///
/// Rounding can make one of the sampled actions another one, and then the gradients are those of
/// another rollout. So a device that disagrees is tried again with other seeds: one that computes
/// wrongly agrees with none.
public final class DeviceGates {
  /// The largest distance of the gradients, as a part of their length, that passes. Rounding of
  /// float32 gives about 1e-6; products in TF32, to which GPUs may round ([Precision#TF32]), up to
  /// some thousandths.
  ///
  /// [Precision#TF32]: dev.hindsight.trainer.parity.Precision#TF32
  static final double LIMIT = 0.01;

  static final long SEED = 1;

  /// Ends the name of such an array of the optimiser.
  private static final String FIRST_MOMENT = ".mean";

  private static final int SEEDS = 3;

  private static final double NANOS = 1e9;

  private static final List<Subject> SUBJECTS =
      List.of(
          Subject.of("lstm", "drive", "ppo", Optional.empty(), "policy", "lstm"),
          Subject.of("transformer", "drive", "ppo", Optional.of("near")),
          Subject.of("mlp", "spread", "ppo", Optional.empty(), "policy", "mlp"),
          Subject.of("graph", "airspace", "ppo", Optional.of("8")),
          Subject.of("convolution", "excavation", "ppo", Optional.of("ring-64-reference")),
          Subject.of("sac", "darkroom", "sac", Optional.of("5x5")),
          Subject.of("sac-groups", "spread", "sac", Optional.of("spread-3")),
          Subject.of(
              "sac-sequences",
              "darkroom",
              "sac",
              Optional.empty(),
              "policy",
              "lstm",
              "trial_ends",
              "across",
              "replay_sequence_length",
              "16"));

  private DeviceGates() {}

  /// What is trained.
  ///
  /// @param settings changes to the preset
  private record Subject(
      String name,
      String environment,
      String algorithm,
      Optional<String> preset,
      Map<String, String> settings) {
    static Subject of(
        String name,
        String environment,
        String algorithm,
        Optional<String> preset,
        String... settings) {
      Map<String, String> all = new LinkedHashMap<>(Map.of("num_envs", "2", "run.eval_every", "0"));
      all.putAll(
          algorithm.equals("ppo")
              ? Map.of("update_epochs", "1", "minibatches", "1", "train_batch_size", "256")
              : Map.of(
                  "num_steps_sampled_before_learning_starts", "64",
                  "train_batch_size_per_learner", "64",
                  "rollout_fragment_length", "64",
                  "training_intensity", "1"));
      if (environment.equals("excavation")) {
        all.put("env.sites", "16");
      }
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      return new Subject(name, environment, algorithm, preset, all);
    }

    Trained train(Device device, long seed) {
      AlgorithmType type = BuiltInAlgorithms.named(algorithm);
      TrainingTask task =
          TrainingSpec.of(
                  new TrainingRequest(
                      environment, preset, List.of(), settings, seed, device, Optional.empty()),
                  type)
              .task();
      try (Algorithm opened = type.open(task)) {
        long start = System.nanoTime();
        UpdateReport report = opened.update();
        double seconds = (System.nanoTime() - start) / NANOS;
        return new Trained(report.agentSteps(), gradients(opened.optimiser()), seconds);
      }
    }

    private static List<float[]> gradients(List<Tensor> optimiser) {
      List<float[]> found = new ArrayList<>();
      for (Tensor tensor : optimiser) {
        if (tensor.name().endsWith(FIRST_MOMENT)) {
          found.add(tensor.values());
        }
      }
      return found;
    }
  }

  /// @param agentSteps that it learned from
  /// @param gradients of each network, times a constant
  /// @param seconds of the update
  private record Trained(long agentSteps, List<float[]> gradients, double seconds) {
    /// The norm of the difference to the expected gradients, as a part of their norm; NaN if there
    /// are not as many.
    double distance(Trained expected) {
      if (gradients.size() != expected.gradients.size()) {
        return Double.NaN;
      }
      double squaredDifference = 0;
      double squaredNorm = 0;
      for (int network = 0; network < gradients.size(); network++) {
        float[] own = gradients.get(network);
        float[] other = expected.gradients.get(network);
        if (own.length != other.length) {
          return Double.NaN;
        }
        for (int i = 0; i < own.length; i++) {
          squaredDifference += (own[i] - (double) other[i]) * (own[i] - (double) other[i]);
          squaredNorm += (double) other[i] * other[i];
        }
      }
      return Math.sqrt(squaredDifference / squaredNorm);
    }
  }

  /// A check for each kind of network; on the CPU they are skipped.
  public static List<GateCheck> all(Device device) {
    return SUBJECTS.stream()
        .map(subject -> check(subject, () -> compareOnGpu(subject, device)))
        .toList();
  }

  private static GateCheck check(Subject subject, GateCheck.Body body) {
    return new GateCheck(
        "gpu-" + subject.name(),
        wording("DeviceGates.learns_what_the_cpu_learns", subject.name()),
        body);
  }

  private static String compareOnGpu(Subject subject, Device device) {
    if (device == Device.CPU) {
      throw new GateCheck.Skipped(wording("TorchChecks.no_gpu_requested"));
    }
    Comparison comparison = Comparison.of(subject, device, SEED, SEED);
    for (long seed = SEED + 1; !comparison.agrees() && seed < SEED + SEEDS; seed++) {
      comparison = Comparison.of(subject, device, seed, seed);
    }
    return comparison.verdict(subject.name());
  }

  /// The processor's gradients compared with its own.
  ///
  /// @param seed of the second training; the first has [#SEED]
  static List<GateCheck> ofProcessor(long seed) {
    return SUBJECTS.stream()
        .map(subject -> check(subject, () -> ofProcessor(subject, seed)))
        .toList();
  }

  private static String ofProcessor(Subject subject, long seed) {
    return Comparison.of(subject, Device.CPU, SEED, seed).verdict(subject.name());
  }

  /// The same training on the processor and on a device.
  ///
  /// @param distance of the gradients, as [Trained#distance]
  private record Comparison(Trained expected, Trained actual, double distance) {
    /// @param seed of the training on the processor
    /// @param seedOnDevice of the other
    static Comparison of(Subject subject, Device device, long seed, long seedOnDevice) {
      // The device first: where there is none, nothing else need be computed.
      Trained actual = subject.train(device, seedOnDevice);
      Trained expected = subject.train(Device.CPU, seed);
      return new Comparison(expected, actual, actual.distance(expected));
    }

    boolean agrees() {
      return actual.agentSteps() == expected.agentSteps() && distance <= LIMIT;
    }

    /// @return what was found, in one line
    /// @throws Problem if they do not agree
    String verdict(String subject) {
      if (!agrees()) {
        throw new Problem(
            wording(
                "DeviceGates.gradients_are_apart",
                NumberWords.significant(distance, 2),
                actual.agentSteps(),
                expected.agentSteps()),
            subject,
            wording("DeviceGates.train_on_the_cpu"));
      }
      return wording(
          "DeviceGates.agrees",
          expected.agentSteps(),
          NumberWords.significant(distance, 2),
          NumberWords.significant(expected.seconds(), 2),
          NumberWords.significant(actual.seconds(), 2));
    }
  }
}
