package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.algorithm.TrainBench;
import dev.hindsight.trainer.learn.algorithm.TrainBenchResult;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench train`: how fast training goes from end to end, and what the time goes to.
@Command(
    name = "train",
    description = "Measure agent-steps per second of training in drive and where the time goes.")
public final class BenchTrainCommand extends CommandBase {
  @Option(
      names = "--policy",
      paramLabel = "lstm|transformer",
      required = true,
      description = "lstm: 1,024 agents, 32 ticks. transformer: 64 agents, 2 trials of 91 ticks.")
  private TrainBench.Subject policy;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      required = true,
      description = "A map file or a shipped map.")
  private String map;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "20",
      description = "Seconds to measure, at least one update. Default: 20.")
  private double seconds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Number of PyTorch threads. Default: 2.")
  private int threads;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "0", description = "Default: 0.")
  private long seed;

  @Override
  public Integer call() {
    System.setProperty(TorchEngine.THREADS, Integer.toString(threads));
    TrainBenchResult result = TrainBench.run(policy, BuiltInMaps.resolve(map), seconds, seed);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("policy", policy.name().toLowerCase(Locale.ROOT));
    fields.put("map", map);
    fields.put("threads", threads);
    fields.put("agents", result.agents());
    fields.put("updates", result.updates());
    fields.put("agentSteps", result.agentSteps());
    fields.put("seconds", result.seconds());
    fields.put("processorSeconds", result.processorSeconds());
    fields.put("agentStepsPerSecond", result.agentStepsPerSecond());
    Map<String, Object> split = new LinkedHashMap<>();
    split.put("simulate", result.simulate());
    split.put("forward", result.forward());
    split.put("learn", result.learn());
    split.put("other", result.other());
    fields.put("split", split);
    console().result(format(), fields, words(result));
    return OK;
  }

  private static String words(TrainBenchResult result) {
    return String.format(
        Locale.ROOT,
        "%s agent-steps/s (%d agents, %d updates in %s s): simulate %s %%, forward %s %%,"
            + " learn %s %%, other %s %%",
        NumberWords.rate(result.agentStepsPerSecond()),
        result.agents(),
        result.updates(),
        NumberWords.decimals(result.seconds(), 1),
        NumberWords.decimals(100 * result.simulate() / result.seconds(), 0),
        NumberWords.decimals(100 * result.forward() / result.seconds(), 0),
        NumberWords.decimals(100 * result.learn() / result.seconds(), 0),
        NumberWords.decimals(100 * result.other() / result.seconds(), 0));
  }
}
