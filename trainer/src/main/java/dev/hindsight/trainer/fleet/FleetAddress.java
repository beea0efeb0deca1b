package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;

/// Where a process of a fleet listens, as the others call it.
///
/// @param host name or address
/// @param port 0 for a free one
public record FleetAddress(String host, int port) {
  private static final int MOST_PORT = 65_535;

  /// Reads `HOST:PORT`.
  ///
  /// @param option names it in messages
  /// @throws Problem if it is none
  public static FleetAddress parse(String text, String option) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    int port = -1;
    try {
      port = colon < 0 ? -1 : Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException _) {
      // Said below.
    }
    if (host.isBlank() || port < 0 || port > MOST_PORT || host.contains("/")) {
      throw new Problem(
          wording("FleetAddress.it_is_no_address", text),
          option,
          wording("FleetAddress.write_host_and_port"));
    }
    return new FleetAddress(
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
        port);
  }

  /// The address of this machine that others on the way to an address see, with a free port. Sends
  /// nothing.
  public static FleetAddress towards(FleetAddress other) {
    try (DatagramSocket socket = new DatagramSocket()) {
      InetSocketAddress there = new InetSocketAddress(other.host, Math.max(1, other.port));
      if (there.isUnresolved()) {
        throw new Problem(
            wording("FleetAddress.there_is_no_host_of_that_name"),
            other.host,
            wording("FleetAddress.check_the_name"));
      }
      socket.connect(there);
      return new FleetAddress(socket.getLocalAddress().getHostAddress(), 0);
    } catch (IOException | UncheckedIOException e) {
      throw new Problem(
          wording("FleetAddress.no_way_leads_there", String.valueOf(e.getMessage())),
          other.host,
          wording("FleetAddress.check_the_name"),
          e);
    }
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
