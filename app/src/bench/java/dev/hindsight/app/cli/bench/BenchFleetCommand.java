package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.fleet.FleetBench;
import dev.hindsight.trainer.fleet.LoopbackPort;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench fleet`: bytes per second of batches between two processes on this machine.
@Command(name = "fleet")
public final class BenchFleetCommand extends FigureCommand {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      descriptionKey = "BenchFleetCommand.seconds")
  private double seconds;

  /// The other process.
  @NeedsOption("--keys")
  @Option(names = "--serve", hidden = true)
  private Optional<String> serve = Optional.empty();

  @NeedsOption("--serve")
  @Option(names = "--keys", hidden = true)
  private Optional<Path> keys = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (serve.isPresent()) {
      FleetBench.serve(FleetAddress.parse(serve.get(), "--serve"), keys.orElseThrow());
      return OK;
    }
    try (TemporaryFolder folder = new TemporaryFolder("hindsight-bench-fleet")) {
      Path made = folder.path().resolve("keys");
      FleetKeys.create(made);
      FleetAddress there = new FleetAddress("127.0.0.1", LoopbackPort.free());
      Process other =
          OwnProgram.start(
              List.of("bench", "fleet", "--serve", there.toString(), "--keys", made.toString()));
      try {
        return report(
            FleetBench.run(
                there, other.toHandle(), new FleetAddress("127.0.0.1", 0), made, seconds));
      } finally {
        int _ = other.destroyForcibly().waitFor();
      }
    }
  }
}
