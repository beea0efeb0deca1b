package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.excavation.ExcavationBench;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench excavation`: steps per second of one excavator on one thread, with the whole
/// observation after each step and new episodes.
@Command(name = "excavation")
public final class BenchExcavationCommand extends CommandBase {
  private static final int[] SIZES = {32, 64};

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      descriptionKey = "BenchExcavationCommand.seconds")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "BenchExcavationCommand.seed")
  private long seed;

  @Override
  public Integer call() {
    Map<String, ExcavationBench.Result> results = new LinkedHashMap<>();
    StringBuilder words = new StringBuilder();
    for (int size : SIZES) {
      ExcavationBench.Result result = ExcavationBench.run(size, seconds, seed);
      results.put("n" + size, result);
      words.append(
          String.format(
              Locale.ROOT,
              wording("BenchExcavationCommand.n_steps_s"),
              words.isEmpty() ? "" : "\n",
              size,
              NumberWords.rate(result.stepsPerSecond())));
    }
    console().result(format(), results, words.toString());
    return OK;
  }
}
