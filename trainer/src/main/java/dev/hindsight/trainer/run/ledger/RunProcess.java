package dev.hindsight.trainer.run.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process that works, or worked, on a run.
///
/// @param pid its number
/// @param startedMillis its start, in ms since 1970; 0 if the system does not say. It distinguishes
///   processes with the same number
/// @param host its machine
public record RunProcess(long pid, long startedMillis, String host) {
  private static final String HERE = hostName();

  /// This process.
  public static RunProcess current() {
    return of(ProcessHandle.current());
  }

  private static RunProcess of(ProcessHandle handle) {
    long started = handle.info().startInstant().map(instant -> instant.toEpochMilli()).orElse(0L);
    return new RunProcess(handle.pid(), started, HERE);
  }

  /// Whether it lives, as far as this machine can tell.
  Liveness liveness() {
    if (!host.equals(HERE)) {
      return Liveness.UNKNOWN;
    }
    Optional<ProcessHandle> handle = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    return handle.isPresent() && of(handle.get()).startedMillis == startedMillis
        ? Liveness.ALIVE
        : Liveness.DEAD;
  }

  /// Whether a process lives.
  enum Liveness {
    ALIVE,
    DEAD,
    /// It is on another machine.
    UNKNOWN
  }

  /// Avoids the network, which may be slow.
  private static String hostName() {
    try {
      Path name = Path.of("/proc/sys/kernel/hostname");
      if (Files.isReadable(name)) {
        return Files.readString(name).strip();
      }
    } catch (IOException _) {
      // Handled below.
    }
    return Optional.ofNullable(System.getenv("COMPUTERNAME"))
        .or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
        .orElse("here");
  }
}
