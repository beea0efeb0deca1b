package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a process loads and opens that trains with workers, or without.
class FleetProcessTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir private Path folder;

  /// Trains two updates.
  static final class Training {
    private Training() {}

    public static void main(String[] arguments) {
      try (Algorithm algorithm = open(arguments[0])) {
        algorithm.update();
        algorithm.update();
      }
      System.exit(0);
    }
  }

  private static Algorithm open(String workers) {
    EnvironmentType room = BuiltInEnvironments.named("darkroom");
    PpoType type = new PpoType();
    return type.open(
        new TrainingTask(
            List.of(room.prepare(room.settings().parse(Map.of(), "test"), Optional.empty())),
            type.settings()
                .parse(
                    Map.of(
                        "policy", "mlp",
                        "num_envs", "4",
                        "hidden_size", "8",
                        "minibatches", "2",
                        "fleet_workers", workers),
                    "test"),
            5,
            TrainingTask.Device.CPU));
  }

  /// Trains in a process that has no other modules than the installers' Java, which `jvm.options`
  /// names.
  private boolean loadsPekko(String workers) throws IOException, InterruptedException {
    Path log = folder.resolve("classes-" + workers);
    Process process =
        JavaProcess.of(
                List.of(
                    "--limit-modules=" + modules(),
                    "-Xlog:class+load:file=" + log,
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1"),
                Training.class,
                workers)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out-" + workers).toFile())
            .start();
    assertEquals(0, process.waitFor(), Files.readString(folder.resolve("out-" + workers)));
    try (Stream<String> lines = Files.lines(log)) {
      return lines.anyMatch(
          line -> line.contains(" org.apache.pekko.") || line.contains(" scala."));
    }
  }

  private static String modules() throws IOException {
    Path options =
        Path.of(System.getProperty("hindsight.root", "..")).resolve("jpackage/jvm.options");
    return Files.readAllLines(options).stream()
        .filter(line -> line.startsWith("--add-modules="))
        .flatMap(line -> Stream.of(line.substring("--add-modules=".length()).split(",")))
        .filter(module -> !module.startsWith("javafx."))
        .collect(Collectors.joining(","));
  }

  @Test
  void onlyWorkersLoadTheActorLibraryAndItNeedsNoModuleThatTheInstallersLack() throws Exception {
    assertFalse(loadsPekko("0"));
    assertTrue(loadsPekko("2"), "else this test would see nothing");
  }

  /// The sockets that this process holds, by their inodes.
  private static Set<String> sockets() throws IOException {
    Set<String> sockets = new TreeSet<>();
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      for (Path one : all.toList()) {
        try {
          String target = Files.readSymbolicLink(one).toString();
          if (target.startsWith("socket:")) {
            sockets.add(target);
          }
        } catch (IOException _) {
          // A descriptor that was closed meanwhile.
        }
      }
    }
    return sockets;
  }

  @Test
  void workersInThisProcessOpenNoSocket() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "skipped: this system does not list descriptors");
    Set<String> before = sockets();
    try (Algorithm algorithm = open("2")) {
      algorithm.update();
      assertEquals(before, sockets());
      algorithm.update();
      assertEquals(before, sockets());
    }
    try (ServerSocket _ = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertFalse(before.equals(sockets()), "else this test would see nothing");
    }
  }
}
