package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// A recording in a mapped file.
final class StoredRollout extends ColumnedRollout {
  private final Path file;
  private final Manifest manifest;
  private final Optional<Summary> summary;
  private final ZipArchive archive;
  private final Map<String, Optional<NpyArray>> arrays = new ConcurrentHashMap<>();
  private final int ticks;
  private final ReadMembers read;
  private final Runnable unmapping;

  /// @param unmapping what closing does
  StoredRollout(
      Path file,
      Manifest manifest,
      Optional<Summary> summary,
      ZipArchive archive,
      List<Channel> channels,
      int ticks,
      ReadMembers read,
      Runnable unmapping) {
    this.file = file;
    this.manifest = manifest;
    this.summary = summary;
    this.archive = archive;
    channels.forEach(this::add);
    composeObservation(manifest.observation());
    this.ticks = ticks;
    this.read = read;
    this.unmapping = unmapping;
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
    String member = "static/" + name + ".npy";
    Optional<NpyArray> array = array(member);
    Optional<ChannelSpec> spec =
        manifest.fixed().stream().filter(one -> one.name().equals(name)).findFirst();
    if (spec.isPresent()) {
      if (array.isPresent()) {
        requireFit(member, array.get(), spec.get());
      } else if (complete()) {
        throw new Problem(
            wording("StoredRollout.it_is_missing_though_the_manifest"),
            file + " " + member,
            wording("StoredRollout.write_it_or_take_it_out"));
      }
    }
    return array;
  }

  @Override
  public Optional<NpyArray> last(String name) {
    String member = "final/" + name + ".npy";
    Optional<NpyArray> row = array(member);
    Optional<Channel> column =
        channels().stream().filter(c -> c.spec().name().equals(name)).findFirst();
    if (row.isPresent() && column.isPresent()) {
      boolean fits =
          row.get().dtype() == column.get().spec().type()
              && row.get().length() == column.get().rowLength();
      if (!fits) {
        throw misfit(
            member,
            row.get(),
            column.get().spec().dtype() + " " + Arrays.toString(column.get().rowShape()));
      }
    }
    return row;
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
  public Optional<String> unfinished() {
    if (complete()) {
      return Optional.empty();
    }
    return Optional.of(
        RolloutFile.isPart(file) && RolloutFile.beingWritten(file)
            ? wording("StoredRollout.it_is_still_being_written", ticks)
            : wording("StoredRollout.it_was_cut_off_after", ticks));
  }

  @Override
  public List<String> notes() {
    return Stream.of(unfinished(), read.words()).flatMap(Optional::stream).toList();
  }

  @Override
  public void close() {
    unmapping.run();
  }

  /// The underlying archive.
  ZipArchive archive() {
    return archive;
  }

  /// Bytes of all members together.
  long size() {
    return archive.members().stream().mapToLong(ZipMember::size).sum();
  }

  private void requireFit(String member, NpyArray array, ChannelSpec spec) {
    if (!spec.fits(array.dtype(), array.shape(), manifest.agents())) {
      throw misfit(member, array, spec.dtype() + " " + spec.shape());
    }
  }

  private Problem misfit(String member, NpyArray array, String announced) {
    return new Problem(
        wording(
            "StoredRollout.it_holds_where_the_recording_declares",
            array.dtype().code(),
            Arrays.toString(array.shape()),
            announced),
        file + " " + member,
        wording("StoredRollout.make_manifest_json_and_the_arrays"));
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
    read.add(member, 0);
    return Npy.parse(ByteBuffer.wrap(content.toArray(ValueLayout.JAVA_BYTE)), where);
  }
}
