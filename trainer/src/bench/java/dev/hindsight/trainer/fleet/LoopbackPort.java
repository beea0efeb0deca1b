package dev.hindsight.trainer.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;

/// Ports for a process that must tell others its address before it listens.
public final class LoopbackPort {
  /// Below the ports that systems hand out to connections and to programs that ask for any port
  /// (from 32768 on Linux, 49152 elsewhere): one of those could be free now and handed out before
  /// the process listens.
  static final int FIRST = 20_000;

  /// The first that is none of them.
  static final int END = 32_768;

  private LoopbackPort() {}

  /// A port of 127.0.0.1 that is free now. Processes that ask at the same time are unlikely to get
  /// the same one.
  public static int free() throws IOException {
    SplittableRandom random = new SplittableRandom();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int left = END - FIRST; ; left--) {
      try (ServerSocket socket = new ServerSocket(random.nextInt(FIRST, END), 1, loopback)) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        if (left == 0) {
          throw taken;
        }
      }
    }
  }
}
