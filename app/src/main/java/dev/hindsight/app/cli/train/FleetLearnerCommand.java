package dev.hindsight.app.cli.train;

import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight fleet learner`: trains as `hindsight train` does, with workers that join from other
/// processes.
@Command(name = "learner")
public final class FleetLearnerCommand extends TrainCommand {
  @Option(
      names = "--bind",
      paramLabel = "HOST:PORT",
      required = true,
      descriptionKey = "FleetLearnerCommand.bind")
  private String bind;

  @Option(names = "--keys", paramLabel = "DIR", descriptionKey = "FleetLearnerCommand.keys")
  private Optional<Path> keys = Optional.empty();

  @Override
  protected List<DecidedSetting> decided() {
    FleetAddress address = FleetAddress.parse(bind, "--bind");
    Path folder = keys.orElseGet(FleetKeys::usualFolder);
    return List.of(
        new DecidedSetting("--bind", FleetSettings.BIND, address.toString()),
        new DecidedSetting(
            "--keys", FleetSettings.KEYS, folder.toAbsolutePath().normalize().toString()));
  }
}
