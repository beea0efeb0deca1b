package dev.hindsight.trainer.run.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process that works, or worked, on a run.
///
/// @param pid its number
/// @param startedMillis when it began, in ms since 1970; 0 where the system does not tell. Numbers
///   are used again, times are not
/// @param host the machine it is on
public record RunProcess(long pid, long startedMillis, String host) {
  private static final String HERE = hostName();

  /// This one.
  public static RunProcess current() {
    return of(ProcessHandle.current());
  }

  private static RunProcess of(ProcessHandle handle) {
    long started = handle.info().startInstant().map(instant -> instant.toEpochMilli()).orElse(0L);
    return new RunProcess(handle.pid(), started, HERE);
  }

  /// Whether it lives, as far as one can tell from this machine.
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

  /// Without asking the network, which may take its time.
  private static String hostName() {
    try {
      Path name = Path.of("/proc/sys/kernel/hostname");
      if (Files.isReadable(name)) {
        return Files.readString(name).strip();
      }
    } catch (IOException _) {
      // Told otherwise below.
    }
    return Optional.ofNullable(System.getenv("COMPUTERNAME"))
        .or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
        .orElse("here");
  }
}
