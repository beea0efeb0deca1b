package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.env.excavation.ExcavationBench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench excavation`: steps per second of one excavator on one thread, with the whole
/// observation after each step and new episodes.
@Command(name = "excavation")
public final class BenchExcavationCommand extends FigureCommand {
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
    Map<String, Object> results = new LinkedHashMap<>();
    List<BenchFigure> figures = new ArrayList<>();
    for (int size : SIZES) {
      ExcavationBench.Result result = ExcavationBench.run(size, seconds, seed);
      results.put("n" + size, result);
      result.figures().forEach(figure -> figures.add(figure.in("n" + result.size())));
    }
    return report(results, figures);
  }
}
