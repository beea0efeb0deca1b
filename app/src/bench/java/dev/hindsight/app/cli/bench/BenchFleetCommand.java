package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.fleet.FleetBench;
import dev.hindsight.trainer.fleet.FleetBench.FleetSpeed;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench fleet`: bytes per second of batches between two processes on this machine.
@Command(name = "fleet")
public final class BenchFleetCommand extends CommandBase {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      descriptionKey = "BenchFleetCommand.seconds")
  private double seconds;

  /// The other process.
  @Option(names = "--serve", hidden = true)
  private Optional<String> serve = Optional.empty();

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
      FleetAddress there = new FleetAddress("127.0.0.1", freePort());
      Process other = other(there, made);
      try {
        FleetSpeed speed =
            FleetBench.run(
                there, other.toHandle(), new FleetAddress("127.0.0.1", 0), made, seconds);
        console()
            .result(
                format(),
                speed,
                wording(
                    "BenchFleetCommand.speed",
                    NumberWords.count(speed.batches()),
                    NumberWords.decimals(speed.seconds(), 1),
                    NumberWords.decimals(speed.megabytesPerSecond(), 0),
                    NumberWords.decimals(speed.megabytesPerProcessorSecond(), 0),
                    NumberWords.decimals(speed.megabytesPerSenderSecond(), 0)));
      } finally {
        other.destroyForcibly().waitFor();
      }
    }
    return OK;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The same program with the same classes, in a process of its own.
  private static Process other(FleetAddress address, Path keys) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "dev.hindsight.app.cli.Main",
            "bench",
            "fleet",
            "--serve",
            address.toString(),
            "--keys",
            keys.toString()));
    return new ProcessBuilder(line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
