package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes a recording as it is made. One owner thread, no allocation per tick: rows go into one of
/// two chunks in memory, and while the owner fills one, a background thread writes the other, so
/// memory is bounded however long the recording.
///
/// Everything goes to `NAME.rollout.part`, which can be opened at any time up to its last complete
/// chunk; [#finish] renames it. If the disk takes no more, the next [#endTick] or [#finish] throws
/// a [Problem], and the part is kept. Other threads follow through [#live].
public final class RolloutWriter implements AutoCloseable {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Approximate size of a chunk in bytes, all columns together.
  private static final long CHUNK_BYTES = 1 << 20;

  private static final int LONGEST_CHUNK = 256;

  private final Manifest manifest;
  private final List<Column> columns;

  /// Types that every row is checked against, computed once because rows come by the thousand.
  private final Dtype[] types;

  private final int[] lengths;
  private final BackgroundFile background;
  private final LiveState live;
  private final ChunkRing ring;
  private final SortedMap<Integer, ByteBuffer> last = new TreeMap<>();
  private final SortedMap<String, List<byte[]>> sparse = new TreeMap<>();
  private boolean open = true;

  private RolloutWriter(Path path, RolloutFile file, Manifest manifest, List<Column> columns) {
    this.manifest = manifest;
    this.columns = List.copyOf(columns);
    types = columns.stream().map(column -> column.spec().type()).toArray(Dtype[]::new);
    lengths = columns.stream().mapToInt(Column::rowLength).toArray();
    background = new BackgroundFile(file);
    ring = new ChunkRing(this.columns, manifest.chunkTicks(), background);
    live = new LiveState(path, manifest, this.columns, ring);
    background.write(target -> target.json(Manifest.MEMBER, manifest));
  }

  /// Starts a recording.
  ///
  /// @param path its final path
  /// @param manifest its channels are those of the columns, in their order
  /// @throws Problem if the place cannot be written
  public static RolloutWriter create(Path path, Manifest manifest, List<Column> columns) {
    return to(path, RolloutFile.create(path), manifest, columns);
  }

  static RolloutWriter to(Path path, RolloutFile file, Manifest manifest, List<Column> columns) {
    if (!manifest.channels().equals(columns.stream().map(Column::spec).toList())) {
      throw new IllegalArgumentException("the manifest and the columns differ");
    }
    return new RolloutWriter(path, file, manifest, columns);
  }

  /// Loads the classes that the first manifest of a process needs, which takes some tenths of a
  /// second. Call it in parallel with other loading before a recording, so that the first chunk
  /// does not wait.
  public static void prepare() {
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.VERSION,
            "",
            "",
            new Manifest.EnvironmentInfo("", Map.of("", IntNode.valueOf(0)), ""),
            new Manifest.PolicyInfo("", "", "", ""),
            0,
            0,
            1,
            new Manifest.Trials(1, 1),
            1,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("", 0, List.of(1), List.of("")))),
            List.of(ChannelSpec.perTick("", Dtype.F4, "", "")),
            List.of(),
            Map.of());
    byte[] _ = RolloutJson.write(manifest);
  }

  /// Number of ticks per chunk, chosen so that two chunks take little memory and a crash loses
  /// little.
  public static int chunkTicks(List<Column> columns) {
    long row = columns.stream().mapToLong(Column::rowBytes).sum();
    return Math.clamp(CHUNK_BYTES / Math.max(1, row), 1, LONGEST_CHUNK);
  }

  /// Number of finished ticks.
  public int ticks() {
    return ring.ticks();
  }

  /// The recording so far, for any thread: its ticks grow with every [#endTick], and each can be
  /// read as soon as it is finished. Stays readable after [#finish] and after [#close].
  ///
  /// @return a separate view for every caller, which closes it
  public Rollout live() {
    return new LiveRollout(live);
  }

  /// The current tick's row of a column, little-endian, with the row's bytes remaining; write it
  /// completely before [#endTick].
  public ByteBuffer row(int column) {
    return ring.current().row(column);
  }

  /// Writes the current tick's row of an `<f4` column.
  public void put(int column, float[] values) {
    check(column, Dtype.F4, values.length);
    ChunkBuffer chunk = ring.current();
    MemorySegment.copy(
        values, 0, chunk.segment(column), FLOAT, chunk.rowStart(column), values.length);
    chunk.filled(column);
  }

  /// Writes the current tick's row of an `<i4` column.
  public void put(int column, int[] values) {
    check(column, Dtype.I4, values.length);
    ChunkBuffer chunk = ring.current();
    MemorySegment.copy(
        values, 0, chunk.segment(column), INT, chunk.rowStart(column), values.length);
    chunk.filled(column);
  }

  /// Writes the current tick's row of a column of single bytes.
  public void put(int column, byte[] values) {
    ring.current().row(column).put(values);
  }

  /// The manifest.
  public Manifest manifest() {
    return manifest;
  }

  /// Adds a row of bytes to those that only few ticks have. They are written with the ticks of
  /// their chunk, before them.
  ///
  /// @param name of the rows, all of one length
  public void sparse(String name, byte[] row) {
    requireOpen();
    sparse.computeIfAbsent(name, _ -> new ArrayList<>()).add(row);
  }

  private void writeSparse(int chunk) {
    sparse.forEach((name, rows) -> {
      int length = rows.getFirst().length;
      ByteBuffer all = ByteBuffer.allocate(rows.size() * length).order(ByteOrder.LITTLE_ENDIAN);
      rows.forEach(all::put);
      NpyArray array = new NpyArray(Dtype.U1, new int[] {rows.size(), length}, all.flip());
      background.write(file -> file.array(ChunkName.sparse(name, chunk), array));
    });
    sparse.clear();
  }

  /// Finishes the current tick: all its rows are written.
  ///
  /// @throws Problem if the disk did not take earlier data
  /// @throws IllegalStateException if a row is not complete
  public void endTick() {
    requireOpen();
    if (!sparse.isEmpty() && (ring.ticks() + 1) % manifest.chunkTicks() == 0) {
      writeSparse(ring.ticks() / manifest.chunkTicks());
    }
    ring.endTick();
  }

  /// Writes an array without a tick axis.
  ///
  /// @param array one that the manifest declares
  public void fixed(FixedArray array) {
    requireOpen();
    if (!manifest.fixed().contains(array.spec())) {
      throw new IllegalArgumentException(array.spec().name() + " is not in the manifest");
    }
    write("static/" + array.spec().name() + ".npy", array.array());
  }

  /// A column's row T, after the last step; write it before [#finish]. Columns for which this is
  /// never called have none.
  public ByteBuffer last(int column) {
    ByteBuffer row =
        ByteBuffer.allocate(columns.get(column).rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    last.put(column, row);
    return row.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Writes what remains and renames the file.
  ///
  /// @param summary from [Summary#of]
  /// @return the summary as written, with ticks and hash
  /// @throws Problem if the disk does not take it; the part is kept
  public Summary finish(Summary summary) {
    return finish(summary, _ -> {});
  }

  /// As [#finish(Summary)], but looks at the whole recording before it gets its name, and so before
  /// it replaces another.
  ///
  /// @param check receives the summary as written, on another thread; a [Problem] that it throws
  ///   reaches the caller, and closing the writer then leaves nothing behind
  public Summary finish(Summary summary, Consumer<Summary> check) {
    requireOpen();
    if (!sparse.isEmpty()) {
      writeSparse(ring.ticks() / manifest.chunkTicks());
    }
    ring.end();
    last.forEach((number, row) -> {
      Column column = columns.get(number);
      NpyArray array = new NpyArray(column.spec().type(), column.shape(), row);
      write("final/" + column.spec().name() + ".npy", array);
    });
    AtomicReference<Summary> closed = new AtomicReference<>(summary);
    AtomicReference<@Nullable Problem> refusal = new AtomicReference<>();
    background.write(file -> {
      closed.set(
          summary.closed(
              ring.ticks(), file.hash(), MemberDigests.of(manifest, file.checksums()).json()));
      file.json("summary.json", closed.get());
      try {
        check.accept(closed.get());
      } catch (Problem problem) {
        // No failure of the disk, after which the part would be kept.
        refusal.set(problem);
        return;
      }
      file.publish();
    });
    background.end();
    background.check(ring.ticks());
    Problem refused = refusal.get();
    if (refused != null) {
      throw refused;
    }
    open = false;
    live.finish(closed.get());
    return closed.get();
  }

  /// Stops. An unfinished recording leaves nothing behind, unless the disk took no more: then the
  /// part keeps what was written.
  @Override
  public void close() {
    if (open) {
      open = false;
      live.end();
      background.abandon();
    }
  }

  private void write(String member, NpyArray array) {
    live.keep(member, array);
    background.write(file -> file.array(member, array));
  }

  private void check(int column, Dtype dtype, int length) {
    if (types[column] != dtype || lengths[column] != length) {
      throw new IllegalArgumentException(
          length + " numbers of " + dtype + " do not fit " + columns.get(column));
    }
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the recording has ended");
    }
  }
}
