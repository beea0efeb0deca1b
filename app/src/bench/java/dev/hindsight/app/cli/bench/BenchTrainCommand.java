package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.algorithm.TrainBench;
import dev.hindsight.trainer.learn.algorithm.TrainBenchResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench train`: end-to-end training speed, and where the time goes.
@Command(name = "train")
public final class BenchTrainCommand extends CommandBase {
  @Option(
      names = "--policy",
      paramLabel = "lstm|transformer|sac",
      required = true,
      descriptionKey = "BenchTrainCommand.policy")
  private TrainBench.Subject policy;

  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "BenchTrainCommand.map")
  private Optional<String> map = Optional.empty();

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

  @Override
  public Integer call() {
    System.setProperty(TorchEngine.THREADS, Integer.toString(threads));
    if (policy.drives() && map.isEmpty()) {
      throw new Problem(
          wording("BenchTrainCommand.it_drives_on_a_map"),
          "--map",
          wording("BenchTrainCommand.name_a_map"));
    }
    Optional<Path> file = policy.drives() ? map.map(BuiltInMaps::resolve) : Optional.empty();
    TrainBenchResult result = TrainBench.run(policy, file, seconds, seed);
    TrainBenchJson json =
        new TrainBenchJson(
            policy.name().toLowerCase(Locale.ROOT),
            map.orElse(""),
            threads,
            result.agents(),
            result.updates(),
            result.agentSteps(),
            result.seconds(),
            result.processorSeconds(),
            result.agentStepsPerSecond(),
            result.gradientStepsPerSecond(),
            new SplitJson(result.simulate(), result.forward(), result.learn(), result.other()));
    console().result(format(), json, words(result));
    return OK;
  }

  private static String words(TrainBenchResult result) {
    return String.format(
        Locale.ROOT,
        wording("BenchTrainCommand.agent_steps_s_agents_updates_in"),
        NumberWords.rate(result.agentStepsPerSecond()),
        NumberWords.decimals(result.gradientStepsPerSecond(), 1),
        result.agents(),
        result.updates(),
        NumberWords.decimals(result.seconds(), 1),
        NumberWords.decimals(100 * result.simulate() / result.seconds(), 0),
        NumberWords.decimals(100 * result.forward() / result.seconds(), 0),
        NumberWords.decimals(100 * result.learn() / result.seconds(), 0),
        NumberWords.decimals(100 * result.other() / result.seconds(), 0));
  }

  /// @param split seconds of each part
  private record TrainBenchJson(
      String policy,
      String map,
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
