package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

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
@Command(name = "airspace")
public final class BenchAirspaceCommand extends CommandBase {
  @Option(
      names = "--aircraft",
      paramLabel = "N",
      defaultValue = "50",
      descriptionKey = "BenchAirspaceCommand.aircraft")
  private int aircraft;

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
    Map<String, AirspaceBenchJson> results = new LinkedHashMap<>();
    StringBuilder words = new StringBuilder();
    for (AirspaceBench.Asked asked : AirspaceBench.Asked.values()) {
      AirspaceBench.Result result = AirspaceBench.run(aircraft, asked, seconds, seed);
      String name = asked == AirspaceBench.Asked.EVERY_SECOND ? "everySecond" : "everyFive";
      results.put(name, AirspaceBenchJson.of(result));
      words.append(
          String.format(
              Locale.ROOT,
              wording("BenchAirspaceCommand.deciding_every_steps_s_decisions"),
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
