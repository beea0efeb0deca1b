package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.fleet.FleetRun.LearnerMain;
import dev.hindsight.trainer.fleet.FleetRun.WorkerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Learner and workers on three hosts, made of network namespaces around a switch, with a cable
/// that is cut, a worker that is killed, and a stranger. The machine's own network is left alone.
@Tag("nightly")
class FleetHostsTest {
  private static final String SWITCH = "hindsight-test-switch";
  private static final List<String> HOSTS =
      List.of("hindsight-test-1", "hindsight-test-2", "hindsight-test-3");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();

  private int ip(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("ip").toFile())
            .start();
    return process.waitFor();
  }

  private boolean canMakeHosts() throws InterruptedException {
    try {
      return ip("netns", "add", SWITCH) == 0
          && ip("-n", SWITCH, "link", "add", "bridge", "type", "bridge") == 0
          && ip("-n", SWITCH, "link", "set", "bridge", "up") == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private void must(String... arguments) throws IOException, InterruptedException {
    assertEquals(0, ip(arguments), () -> text(folder.resolve("ip")));
  }

  private void host(int number) throws IOException, InterruptedException {
    String name = HOSTS.get(number);
    String port = "port" + number;
    must("netns", "add", name);
    must("-n", SWITCH, "link", "add", port, "type", "veth", "peer", "name", "cable", "netns", name);
    must("-n", SWITCH, "link", "set", port, "master", "bridge");
    must("-n", SWITCH, "link", "set", port, "up");
    must("-n", name, "addr", "add", "10.77.0." + (1 + number) + "/24", "dev", "cable");
    must("-n", name, "link", "set", "cable", "up");
    must("-n", name, "link", "set", "lo", "up");
  }

  @AfterEach
  void endAll() throws IOException, InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (String name : HOSTS) {
      ip("netns", "del", name);
    }
    ip("netns", "del", SWITCH);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// Starts a program on a host.
  private Process on(int host, Class<?> main, String... arguments) throws IOException {
    ProcessBuilder builder =
        JavaProcess.of(
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
            main,
            arguments);
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", HOSTS.get(host)));
    line.addAll(builder.command());
    Process process =
        builder
            .command(line)
            .redirectError(folder.resolve("errors" + processes.size()).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private static BufferedReader out(Process process) {
    return process.inputReader(StandardCharsets.UTF_8);
  }

  /// Reads until a line has a text.
  private static String await(BufferedReader lines, String text) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains(text)) {
      line = lines.readLine();
    }
    return String.valueOf(line);
  }

  @Test
  void aCutCableAKilledWorkerAndAStrangerDoNotUnbalanceTheBooks() throws Exception {
    assumeTrue(canMakeHosts(), "skipped: this machine lets nobody make network namespaces");
    for (int host = 0; host < HOSTS.size(); host++) {
      host(host);
    }
    Path keys = folder.resolve("keys");
    Path others = folder.resolve("others");
    FleetKeys.create(keys);
    FleetKeys.create(others);
    String address = "10.77.0.1:7355";
    Process learner = on(0, LearnerMain.class, address, keys.toString(), "2");
    Process cut = on(1, WorkerMain.class, address, keys.toString());
    Process killed = on(2, WorkerMain.class, address, keys.toString());
    Process stranger = on(2, WorkerMain.class, address, others.toString());
    BufferedReader said = out(learner);
    BufferedReader cutSaid = out(cut);
    await(said, "update 3 ");

    must("-n", SWITCH, "link", "set", "port1", "down");
    assertTrue(await(cutSaid, "LearnerGone").contains("LearnerGone"));
    must("-n", SWITCH, "link", "set", "port1", "up");
    assertTrue(await(cutSaid, "Assigned").contains("generation=1"));
    await(said, "failures 1 end");

    killed.destroyForcibly().waitFor();
    on(2, WorkerMain.class, address, keys.toString());
    await(said, "failures 2 end");
    String books = await(said, "FleetBooks");
    assertTrue(books.contains("balanced=true"), books);
    assertTrue(books.contains("refusedDeliveries=0"), books);
    assertTrue(stranger.isAlive());
    stranger.destroyForcibly().waitFor();
    try (BufferedReader lines = out(stranger)) {
      assertFalse(lines.lines().anyMatch(line -> line.contains("Joined")));
    }
  }
}
