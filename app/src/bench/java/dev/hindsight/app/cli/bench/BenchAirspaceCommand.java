package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.env.airspace.AirspaceBench;
import dev.hindsight.trainer.env.airspace.conflict.DetectionBench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench airspace`: simulated seconds per second on one thread, including detection for
/// all pairs, observations and new episodes.
@Command(name = "airspace")
public final class BenchAirspaceCommand extends FigureCommand {
  @Option(
      names = "--aircraft",
      paramLabel = "N",
      defaultValue = "50",
      descriptionKey = "BenchAirspaceCommand.aircraft")
  private int aircraft;

  @Option(
      names = "--detect",
      paramLabel = "N",
      defaultValue = "1000",
      descriptionKey = "BenchAirspaceCommand.detect")
  private int detect;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      descriptionKey = "BenchAirspaceCommand.seconds")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "BenchAirspaceCommand.seed")
  private long seed;

  @Override
  public Integer call() {
    Map<String, Object> results = new LinkedHashMap<>();
    List<BenchFigure> figures = new ArrayList<>();
    for (AirspaceBench.Asked asked : AirspaceBench.Asked.values()) {
      AirspaceBench.Result result = AirspaceBench.run(aircraft, asked, seconds, seed);
      String name = asked == AirspaceBench.Asked.EVERY_SECOND ? "everySecond" : "everyFive";
      results.put(name, AirspaceBenchJson.of(result));
      result.figures().forEach(figure -> figures.add(figure.in(name)));
    }
    DetectionBench.Result detection = DetectionBench.run(Math.max(1, detect), seconds, seed);
    results.put("detect", detection);
    detection.figures().forEach(figure -> figures.add(figure.in("detect")));
    return report(results, figures);
  }

  private record AirspaceBenchJson(
      int aircraft,
      long steps,
      double seconds,
      double stepsPerSecond,
      double decisionsPerSecond,
      double aircraftStepsPerSecond) {
    static AirspaceBenchJson of(AirspaceBench.Result result) {
      return new AirspaceBenchJson(
          result.aircraft(),
          result.steps(),
          result.seconds(),
          result.stepsPerSecond(),
          result.decisionsPerSecond(),
          result.aircraftStepsPerSecond());
    }
  }
}
