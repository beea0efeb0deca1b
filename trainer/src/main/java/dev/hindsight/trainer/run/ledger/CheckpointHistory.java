package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The earlier versions of a run's policy: weights without an optimiser, one file each, thinned as
/// they age. One owner thread, the run's; [#versions] may be read by any.
///
/// A version of the grid (every N updates) stays while it is among the last [#DENSE] of the grid;
/// every second one stays twice as long, every fourth four times, and so on: the distance between
/// neighbours grows with their age, and n versions leave about `DENSE + DENSE / 2 log2(n / DENSE)`.
/// A version that was best when it was written stays until a kept neighbour is closer than an
/// eighth of its age; the newest of these always stays. If all together take more than the allowed
/// bytes, [#DENSE] is halved as often as necessary, and then the oldest go.
public final class CheckpointHistory {
  /// How many versions of the grid stay without a gap.
  static final int DENSE = 8;

  private static final Pattern NAME = Pattern.compile("update-(\\d{1,18})(-best)?\\.safetensors");

  private static final Pattern CHECKPOINT = Pattern.compile(".+\\.safetensors");

  private final RunFolder folder;
  private final long every;
  private long most;

  /// A version.
  ///
  /// @param update the last update that it includes
  /// @param kind why it was kept
  /// @param bytes size of the file
  public record Version(long update, Kind kind, Path file, long bytes) {}

  /// Why a version was kept.
  public enum Kind {
    /// Its turn had come.
    REGULAR,
    /// It scored higher than any before it.
    BEST
  }

  /// @param every updates from one version to the next; 0 for none
  /// @param most bytes of all versions
  public CheckpointHistory(RunFolder folder, long every, long most) {
    this.folder = folder;
    this.every = every;
    this.most = most;
  }

  /// Changes the most bytes of all versions, from the next one on.
  public void limit(long bytes) {
    most = bytes;
  }

  /// Keeps a version if its turn has come or it is the best so far, and removes those that have
  /// become too old or too many.
  ///
  /// @param writer writes the policy into a file, completely or not at all
  /// @throws Problem if a file cannot be written or removed
  public void add(long update, Kind kind, Consumer<Path> writer) {
    if (every == 0 || most == 0 || (kind == Kind.REGULAR && update % every != 0)) {
      return;
    }
    try {
      Files.createDirectories(folder.versions());
      writer.accept(folder.version(update, kind));
      thin();
    } catch (IOException e) {
      throw problem(e);
    }
  }

  /// Removes versions of updates that were lost with their process and will run again, and
  /// checkpoints of any kind that it left half-written.
  ///
  /// @param update the last one that was not lost
  public void forgetAfter(long update) {
    try {
      for (Version version : versions(folder)) {
        if (version.update() > update) {
          Files.deleteIfExists(version.file());
        }
      }
      for (Path each : List.of(folder.path(), folder.versions(), folder.hits())) {
        AtomicFile.deleteParts(each, CHECKPOINT);
      }
    } catch (IOException e) {
      throw problem(e);
    }
  }

  private void thin() throws IOException {
    List<Version> all = versions(folder);
    Set<Version> kept = kept(all, every, most);
    for (Version version : all) {
      if (!kept.contains(version)) {
        Files.deleteIfExists(version.file());
      }
    }
  }

  /// The versions of a run, oldest first.
  ///
  /// @throws Problem if its folder cannot be read
  public static List<Version> versions(RunFolder folder) {
    List<Version> versions = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.versions())) {
      for (Path file : files.toList()) {
        version(file).ifPresent(versions::add);
      }
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw new Problem(
          wording("CheckpointHistory.the_versions_cannot_be_read"),
          folder.versions().toString(),
          wording("CheckpointHistory.check_its_permissions"),
          e);
    }
    versions.sort(Comparator.comparingLong(Version::update));
    return versions;
  }

  private static Optional<Version> version(Path file) throws IOException {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    if (!name.matches()) {
      return Optional.empty();
    }
    try {
      Kind kind = name.group(2) == null ? Kind.REGULAR : Kind.BEST;
      return Optional.of(new Version(Long.parseLong(name.group(1)), kind, file, Files.size(file)));
    } catch (NoSuchFileException _) {
      // The run has removed it meanwhile.
      return Optional.empty();
    }
  }

  /// Those of some versions that stay.
  ///
  /// @param all oldest first
  static Set<Version> kept(List<Version> all, long every, long most) {
    for (int dense = DENSE; dense >= 1; dense /= 2) {
      Set<Version> kept = kept(all, every, dense);
      if (bytes(kept) <= most) {
        return kept;
      }
    }
    List<Version> rest = new ArrayList<>(all);
    rest.retainAll(kept(all, every, 1));
    Optional<Version> best = newestBest(rest);
    while (rest.size() > 1 && bytes(rest) > most) {
      rest.remove(best.filter(rest.getFirst()::equals).isPresent() ? 1 : 0);
    }
    return new HashSet<>(rest);
  }

  private static Set<Version> kept(List<Version> all, long every, int dense) {
    long newest = all.getLast().update();
    Optional<Version> best = newestBest(all);
    Set<Version> kept = new HashSet<>();
    for (Version version : all) {
      long index = version.update() / every;
      boolean grid = version.update() % every == 0;
      long level = Math.min(Long.numberOfTrailingZeros(index), 40);
      if (grid && newest / every - index < dense * (1L << level)) {
        kept.add(version);
      }
    }
    best.ifPresent(kept::add);
    for (Version version : all.reversed()) {
      long age = newest - version.update();
      boolean near =
          kept.stream().anyMatch(o -> Math.abs(o.update() - version.update()) * dense < age);
      if (version.kind() == Kind.BEST && !near) {
        kept.add(version);
      }
    }
    return kept;
  }

  private static Optional<Version> newestBest(List<Version> all) {
    return all.reversed().stream().filter(version -> version.kind() == Kind.BEST).findFirst();
  }

  private static long bytes(Iterable<Version> versions) {
    long bytes = 0;
    for (Version version : versions) {
      bytes += version.bytes();
    }
    return bytes;
  }

  private Problem problem(IOException e) {
    return new Problem(
        wording("CheckpointHistory.a_version_cannot_be_saved"),
        folder.versions().toString(),
        wording("CheckpointHistory.free_disk_space_or_lower_history_mb"),
        e);
  }
}
