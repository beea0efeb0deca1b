package dev.hindsight.trainer.env.gym;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The processes of one configuration. A process is only a cache: a world that finds none in its
/// state takes any and lives through its own history again. So a few serve any number of worlds.
///
/// Any thread; requests come one after the other, while the caller holds the monitor of this
/// object.
final class GymProcesses {
  private static final int MOST = 3;

  /// How long a process may wait for the next request.
  private static final Duration IDLE = Duration.ofSeconds(45);

  private final GymSettings settings;
  private final GymScript.Command command;
  private final Duration idleTime;
  private final List<Entry> entries = new ArrayList<>();
  private long uses;

  /// A process and when it was last taken.
  private static final class Entry {
    final GymProcess process;
    long used;

    Entry(GymProcess process) {
      this.process = process;
    }
  }

  GymProcesses(GymSettings settings, GymScript.Command command) {
    this(settings, command, IDLE);
  }

  /// @param idleTime how long a process may wait for the next request
  GymProcesses(GymSettings settings, GymScript.Command command, Duration idleTime) {
    this.settings = settings;
    this.command = command;
    this.idleTime = idleTime;
  }

  private synchronized void endUnused(GymProcess process) {
    if (process.isUnused()) {
      discard(process);
    }
  }

  /// Lets go of processes that have died by themselves.
  private void clear() {
    entries.removeIf(entry -> {
      boolean gone = !entry.process.isAlive();
      if (gone) {
        entry.process.close();
      }
      return gone;
    });
  }

  /// A process in which exactly this has happened; empty if there is none.
  ///
  /// @param position digest of everything that has happened
  synchronized Optional<GymProcess> at(long position) {
    clear();
    return entries.stream()
        .filter(entry -> entry.process.position() == position)
        .findFirst()
        .map(this::used);
  }

  /// A process in any state: the one that was not used for the longest time, if there are enough.
  ///
  /// @throws dev.hindsight.trainer.Problem if none can be started
  synchronized GymProcess any() {
    clear();
    return entries.size() >= MOST
        ? entries.stream()
            .min(Comparator.comparingLong(entry -> entry.used))
            .map(this::used)
            .orElseThrow()
        : fresh();
  }

  /// A new process.
  ///
  /// @throws dev.hindsight.trainer.Problem if none can be started
  synchronized GymProcess fresh() {
    while (entries.size() >= MOST) {
      Entry oldest =
          entries.stream().min(Comparator.comparingLong(entry -> entry.used)).orElseThrow();
      entries.remove(oldest);
      oldest.process.close();
    }
    Entry entry = new Entry(new GymProcess(settings, command, idleTime, this::endUnused));
    entries.add(entry);
    return used(entry);
  }

  private GymProcess used(Entry entry) {
    entry.used = ++uses;
    return entry.process;
  }

  /// Ends a process whose state is not what it should be.
  synchronized void discard(GymProcess process) {
    entries.removeIf(entry -> entry.process == process);
    process.close();
  }
}
