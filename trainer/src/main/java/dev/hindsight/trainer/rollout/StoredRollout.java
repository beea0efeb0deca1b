package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A recording in a mapped file.
final class StoredRollout extends ColumnedRollout {
  private final Path file;
  private final Manifest manifest;
  private final Optional<Summary> summary;
  private final ZipArchive archive;
  private final Map<String, Optional<NpyArray>> arrays = new ConcurrentHashMap<>();
  private final int ticks;
  private final Arena arena;

  StoredRollout(
      Path file,
      Manifest manifest,
      Optional<Summary> summary,
      ZipArchive archive,
      List<Channel> channels,
      int ticks,
      Arena arena) {
    this.file = file;
    this.manifest = manifest;
    this.summary = summary;
    this.archive = archive;
    channels.forEach(this::add);
    composeObservation(manifest.observation());
    this.ticks = ticks;
    this.arena = arena;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public Manifest manifest() {
    return manifest;
  }

  @Override
  public int ticks() {
    return ticks;
  }

  @Override
  public boolean complete() {
    return summary.isPresent();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return array("static/" + name + ".npy");
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return array("final/" + name + ".npy");
  }

  /// Not kept: they are as many as the recording is long.
  @Override
  public Optional<NpyArray> sparse(String name, int chunk) {
    return archive.member(ChunkName.sparse(name, chunk)).map(this::read);
  }

  @Override
  public Optional<Summary> summary() {
    return summary;
  }

  @Override
  public void close() {
    arena.close();
  }

  /// The underlying archive.
  ZipArchive archive() {
    return archive;
  }

  /// Bytes of all members together.
  long size() {
    return archive.members().stream().mapToLong(ZipMember::size).sum();
  }

  private Optional<NpyArray> array(String member) {
    return arrays.computeIfAbsent(member, _ -> archive.member(member).map(this::read));
  }

  private NpyArray read(ZipMember member) {
    String where = file + " " + member.name();
    if (member.size() > Integer.MAX_VALUE - Long.BYTES) {
      throw new Problem(
          wording("StoredRollout.it_is_larger_than_2_gib"),
          where,
          wording("StoredRollout.split_the_array"));
    }
    MemorySegment content = archive.checked(member);
    return Npy.parse(ByteBuffer.wrap(content.toArray(ValueLayout.JAVA_BYTE)), where);
  }
}
