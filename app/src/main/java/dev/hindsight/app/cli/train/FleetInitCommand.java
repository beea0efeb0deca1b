package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight fleet init`: makes the keys of a fleet.
@Command(name = "init")
public final class FleetInitCommand extends CommandBase {
  @Parameters(arity = "0..1", paramLabel = "DIR", descriptionKey = "FleetInitCommand.folder")
  private Optional<Path> folder = Optional.empty();

  @Override
  public Integer call() {
    Path keys = folder.orElseGet(FleetKeys::usualFolder);
    FleetKeys.create(keys);
    console()
        .result(
            format(),
            new KeysJson(keys.toAbsolutePath().toString()),
            wording("FleetInitCommand.result", keys));
    return OK;
  }

  private record KeysJson(String keys) {}
}
