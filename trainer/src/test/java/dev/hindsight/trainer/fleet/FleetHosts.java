package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Three hosts at a switch, made of network namespaces; the machine's own network is left alone.
///
/// @param log takes what the commands say
record FleetHosts(Path log) {
  private static final String SWITCH = "hindsight-test-switch";
  private static final List<String> HOSTS =
      List.of("hindsight-test-1", "hindsight-test-2", "hindsight-test-3");

  private int ip(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return process.waitFor();
  }

  /// Makes them; false if this machine does not let its user make them.
  boolean make() throws InterruptedException {
    try {
      boolean made =
          ip("netns", "add", SWITCH) == 0
              && ip("-n", SWITCH, "link", "add", "bridge", "type", "bridge") == 0
              && ip("-n", SWITCH, "link", "set", "bridge", "up") == 0;
      for (int host = 0; made && host < HOSTS.size(); host++) {
        made = host(host);
      }
      return made;
    } catch (IOException _) {
      return false;
    }
  }

  private boolean host(int number) throws IOException, InterruptedException {
    String name = HOSTS.get(number);
    String port = "port" + number;
    String own = "10.77.0." + (1 + number) + "/24";
    return ip("netns", "add", name) == 0
        && ip("-n", SWITCH, "link", "add", port, "type", "veth", "peer", "cable", "netns", name)
            == 0
        && ip("-n", SWITCH, "link", "set", port, "master", "bridge") == 0
        && ip("-n", SWITCH, "link", "set", port, "up") == 0
        && ip("-n", name, "addr", "add", own, "dev", "cable") == 0
        && ip("-n", name, "link", "set", "cable", "up") == 0
        && ip("-n", name, "link", "set", "lo", "up") == 0;
  }

  /// Plugs a host's cable in or out.
  ///
  /// @param state `up` or `down`
  void cable(int host, String state) throws IOException, InterruptedException {
    assertEquals(0, ip("-n", SWITCH, "link", "set", "port" + host, state));
  }

  /// A program on a host.
  ProcessBuilder on(int host, Class<?> main, String... arguments) {
    ProcessBuilder builder =
        JavaProcess.of(
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
            main,
            arguments);
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", HOSTS.get(host)));
    line.addAll(builder.command());
    return builder.command(line);
  }

  void remove() throws InterruptedException {
    try {
      for (String name : HOSTS) {
        ip("netns", "del", name);
      }
      ip("netns", "del", SWITCH);
    } catch (IOException _) {
      // There is no such command, so nothing was made.
    }
  }
}
