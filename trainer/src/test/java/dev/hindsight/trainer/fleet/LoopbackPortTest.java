package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoopbackPortTest {
  /// Whoever connects or listens anywhere meanwhile could get one of those.
  @Test
  void thePortIsNoneThatTheSystemGivesAway() throws IOException {
    Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    assumeTrue(Files.exists(range), "another system says it elsewhere");
    int first;
    int last;
    try (Scanner numbers = new Scanner(range, StandardCharsets.US_ASCII)) {
      first = numbers.nextInt();
      last = numbers.nextInt();
    }
    Set<Integer> different = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      int port = LoopbackPort.free();
      assertTrue(port < first || port > last, port + " is given away");
      different.add(port);
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertTrue(LoopbackPort.free() != port, "it is taken now");
      }
    }
    assertTrue(different.size() > 10, "two processes would get the same");
  }
}
