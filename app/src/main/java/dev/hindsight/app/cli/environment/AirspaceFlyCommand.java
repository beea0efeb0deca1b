package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.env.airspace.cases.FlightCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight airspace fly`: one aircraft of a file, flown as it is told.
@Command(
    name = "fly",
    description = "Fly an aircraft by commands and print its position at given times.")
public final class AirspaceFlyCommand extends CommandBase {
  @Parameters(
      paramLabel = "FILE.json",
      description = "dt, create (id, type, lat, lon, hdg, alt_m, cas_ms), commands and times.")
  private Path file;

  @Override
  public Integer call() {
    Map<String, Object> result = FlightCase.read(file).result();
    String words =
        result.get("samples") instanceof List<?> samples
            ? samples.stream().map(String::valueOf).collect(Collectors.joining("\n"))
            : "";
    console().result(format(), result, words);
    return OK;
  }
}
