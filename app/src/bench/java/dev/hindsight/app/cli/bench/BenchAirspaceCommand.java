package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.airspace.AirspaceBench;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench airspace`: simulated seconds per second on one thread, including detection for
/// all pairs, observations and new episodes.
@Command(
    name = "airspace",
    description = "Measure steps per second of the airspace: one thread, random actions.")
public final class BenchAirspaceCommand extends CommandBase {
  @Option(
      names = "--aircraft",
      paramLabel = "N",
      defaultValue = "50",
      description = "Aircraft. Default: 50.")
  private int aircraft;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Seconds to measure each. Default: 5.")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of the scenarios and random actions.")
  private long seed;

  @Override
  public Integer call() {
    Map<String, AirspaceBenchJson> results = new LinkedHashMap<>();
    StringBuilder words = new StringBuilder();
    for (AirspaceBench.Asked asked : AirspaceBench.Asked.values()) {
      AirspaceBench.Result result = AirspaceBench.run(aircraft, asked, seconds, seed);
      String name = asked == AirspaceBench.Asked.EVERY_SECOND ? "everySecond" : "everyFive";
      results.put(name, AirspaceBenchJson.of(result));
      words.append(
          String.format(
              Locale.ROOT,
              "%sdeciding every %s: %s steps/s, %s decisions/s, %s aircraft-steps/s",
              words.isEmpty() ? "" : "\n",
              asked == AirspaceBench.Asked.EVERY_SECOND ? "second" : "5 s",
              NumberWords.rate(result.stepsPerSecond()),
              NumberWords.rate(result.decisionsPerSecond()),
              NumberWords.rate(result.aircraftStepsPerSecond())));
    }
    console().result(format(), results, words.toString());
    return OK;
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
