package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A recording that another process is writing, up to what its file holds. Read from any thread;
/// [#refresh] on a background thread.
///
/// Its channels stay the same objects and grow with it. A longer file is mapped again; threads that
/// still read an earlier mapping keep it.
public final class FollowedRollout extends ColumnedRollout {
  private final Path file;
  private volatile Rollout newest;
  private volatile boolean open = true;
  private volatile boolean growing = true;
  private long bytes;

  /// Opens what exists.
  ///
  /// @param file a `.part`, or the name the recording will have
  /// @throws Problem if there is neither, or it is not a recording
  FollowedRollout(Path file) {
    this.file = RolloutFile.wholeOf(file);
    Path there = there();
    bytes = size(there);
    newest = Rollouts.openLoosely(there);
    newest.channels().forEach(channel -> add(new FollowedChannel(channel.spec(), this::now)));
    composeObservation(newest.manifest().observation());
  }

  /// Checks whether the file has grown, and reads what is new.
  public synchronized RolloutGrowth refresh() {
    RolloutGrowth found = look();
    growing = found == RolloutGrowth.GROWING;
    return found;
  }

  private RolloutGrowth look() {
    if (newest.complete()) {
      return RolloutGrowth.FINISHED;
    }
    Path part = RolloutFile.partOf(file);
    boolean whole = !Files.exists(part);
    long now = size(whole ? file : part);
    if (now == 0) {
      return whole ? RolloutGrowth.GONE : RolloutGrowth.GROWING;
    }
    if (now == bytes && !whole) {
      return RolloutFile.beingWritten(part) ? RolloutGrowth.GROWING : RolloutGrowth.STOPPED;
    }
    return grown(whole ? file : part, now);
  }

  private RolloutGrowth grown(Path there, long now) {
    Rollout later;
    try {
      later = Rollouts.openLoosely(there);
    } catch (Problem _) {
      // The part may have been renamed since the check; the next check will show.
      return there.equals(file) ? RolloutGrowth.GONE : RolloutGrowth.GROWING;
    }
    if (later.ticks() < newest.ticks() || !sameRecording(later.manifest(), newest.manifest())) {
      return RolloutGrowth.GONE;
    }
    bytes = now;
    newest = later;
    TrialIndex _ = trials();
    return later.complete() ? RolloutGrowth.FINISHED : RolloutGrowth.GROWING;
  }

  /// Compares what two recordings made under the same name at different times do not share.
  private static boolean sameRecording(Manifest one, Manifest other) {
    return one.createdUtc().equals(other.createdUtc())
        && one.seed() == other.seed()
        && one.environment().equals(other.environment())
        && one.channels().equals(other.channels());
  }

  /// The file up to what the last check found.
  Rollout newest() {
    return newest;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public Manifest manifest() {
    return newest.manifest();
  }

  @Override
  public int ticks() {
    return newest.ticks();
  }

  @Override
  public boolean complete() {
    return newest.complete();
  }

  @Override
  public boolean growing() {
    return growing && !complete();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return newest.fixed(name);
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return newest.last(name);
  }

  @Override
  public Optional<NpyArray> sparse(String name, int chunk) {
    return newest.sparse(name, chunk);
  }

  @Override
  public Optional<Summary> summary() {
    return newest.summary();
  }

  @Override
  public Optional<String> unfinished() {
    return newest.unfinished();
  }

  @Override
  public List<String> notes() {
    return newest.notes();
  }

  /// The file is unmapped when no thread reads it any more.
  @Override
  public void close() {
    open = false;
  }

  private Rollout now() {
    if (!open) {
      throw new IllegalStateException("the recording has been closed");
    }
    return newest;
  }

  private Path there() {
    Path part = RolloutFile.partOf(file);
    return Files.exists(part) ? part : file;
  }

  /// 0 if the file does not exist.
  private static long size(Path path) {
    try {
      return Files.size(path);
    } catch (IOException _) {
      return 0;
    }
  }

  /// A column of a recording that another process is writing; it reads the newest mapping of the
  /// file. Any thread.
  ///
  /// @param newest the recording as now mapped
  private record FollowedChannel(ChannelSpec spec, Supplier<Rollout> newest) implements Channel {
    private Channel now() {
      return newest.get().channel(spec.name()).orElseThrow();
    }

    @Override
    public int[] rowShape() {
      return now().rowShape();
    }

    @Override
    public int rowLength() {
      return now().rowLength();
    }

    @Override
    public double value(int tick, int index) {
      return now().value(tick, index);
    }

    @Override
    public long integer(int tick, int index) {
      return now().integer(tick, index);
    }

    @Override
    public void read(int tick, int from, float[] target, int count) {
      now().read(tick, from, target, count);
    }

    @Override
    public void read(int tick, int from, int[] target, int count) {
      now().read(tick, from, target, count);
    }
  }
}
