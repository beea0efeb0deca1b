package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.DeviceOption;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.algorithm.TrainBench;
import dev.hindsight.trainer.learn.algorithm.TrainBenchResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight bench train`: end-to-end training speed, and where the time goes.
@Command(name = "train")
public final class BenchTrainCommand extends FigureCommand {
  @Option(
      names = "--policy",
      paramLabel = "lstm|transformer|sac",
      required = true,
      descriptionKey = "BenchTrainCommand.policy")
  private TrainBench.Subject policy;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchTrainCommand.map")
  private String map;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "20",
      descriptionKey = "BenchTrainCommand.seconds")
  private double seconds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      descriptionKey = "BenchTrainCommand.threads")
  private int threads;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "BenchTrainCommand.seed")
  private long seed;

  @Mixin private DeviceOption device;

  @Option(names = "--set", paramLabel = "KEY=VALUE", descriptionKey = "BenchTrainCommand.learning")
  private Map<String, String> learning = new LinkedHashMap<>();

  @Override
  public Integer call() {
    Map<String, String> all = new LinkedHashMap<>(learning);
    String number = Integer.toString(threads);
    if (policy.drives()) {
      all.putIfAbsent("learner_threads", number);
      all.putIfAbsent("num_workers", number);
    } else {
      System.setProperty(TorchEngine.THREADS, number);
    }
    Optional<Path> file =
        policy.drives() ? Optional.of(BuiltInMaps.resolve(map)) : Optional.empty();
    TrainBenchResult result =
        TrainBench.run(policy, file, new TrainBench.Changes(device.value(), all), seconds, seed);
    TrainBenchJson json =
        new TrainBenchJson(
            policy.name().toLowerCase(Locale.ROOT),
            policy.drives() ? map : "",
            device.value().name().toLowerCase(Locale.ROOT),
            learning,
            threads,
            result.agents(),
            result.updates(),
            result.agentSteps(),
            result.seconds(),
            result.processorSeconds(),
            result.agentStepsPerSecond(),
            result.gradientStepsPerSecond(),
            new SplitJson(result.simulate(), result.forward(), result.learn(), result.other()));
    return report(fields(json), result.figures());
  }

  /// @param set settings that were changed
  /// @param split seconds of each part
  private record TrainBenchJson(
      String policy,
      String map,
      String device,
      Map<String, String> set,
      int threads,
      int agents,
      int updates,
      long agentSteps,
      double seconds,
      double processorSeconds,
      double agentStepsPerSecond,
      double gradientStepsPerSecond,
      SplitJson split) {}

  private record SplitJson(double simulate, double forward, double learn, double other) {}
}
