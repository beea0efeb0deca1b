package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CompressedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Opens a recording in an archive and rejects an inconsistent one. Reads the JSON and the headers
/// of each channel's first and last chunk, but no numbers.
final class RolloutOpening {
  private static final int LONGEST_JSON = 64 << 20;

  /// Longer recordings cannot be distinguished from damage.
  private static final int MOST_TICKS = Integer.MAX_VALUE;

  /// What a recording without ticks may declare, in bytes or things of at least a byte.
  private static final long HARMLESS = 1 << 24;

  private final Path path;
  private final String where;
  private final ZipArchive archive;

  RolloutOpening(Path path, ZipArchive archive) {
    this.path = path;
    this.where = path.toString();
    this.archive = archive;
  }

  /// @param unmapping what closing the recording does
  Rollout open(Runnable unmapping) {
    Manifest manifest =
        json(Manifest.MEMBER)
            .map(text -> RolloutJson.manifest(text, wording("RolloutOpening.manifest_json", where)))
            .orElseThrow(this::noRecording);
    Optional<Summary> summary =
        json("summary.json")
            .map(text -> RolloutJson.summary(text, wording("RolloutOpening.summary_json", where)));
    ReadMembers read = new ReadMembers(summary);
    Map<String, StoredChunks> chunks =
        new ChunkIndex(archive, where, manifest.channels()).chunks(read);
    Manifest measured = measured(manifest, chunks);
    int ticks = ticks(measured, chunks);
    if (summary.isPresent() && summary.get().ticks() != ticks) {
      throw new Problem(
          wording("RolloutOpening.summary_json_declares_ticks_the", summary.get().ticks(), ticks),
          where,
          wording("RolloutOpening.get_an_undamaged_copy_of_the"));
    }
    checkDeclared(measured, ticks);
    List<Channel> channels = new ArrayList<>();
    for (ChannelSpec spec : measured.channels()) {
      StoredChunks own = chunks(chunks, spec);
      int[] rowShape = new RowShape(spec, measured.agents(), where).of(own);
      long row =
          Arrays.stream(rowShape).asLongStream().reduce(spec.type().bytes(), (a, b) -> a * b);
      checkSize(wording("RolloutOpening.a_row_of", spec.name()), row);
      channels.add(new StoredChannel(spec, rowShape, own, measured.chunkTicks(), ticks));
    }
    return new StoredRollout(path, measured, summary, archive, channels, ticks, read, unmapping);
  }

  private Problem noRecording() {
    CompressedFile.refuse(archive.start(CompressedFile.RECOGNISED_BY), where);
    return new Problem(
        wording("RolloutOpening.this_is_not_a_recording_there"),
        where,
        wording("RolloutOpening.choose_a_rollout_or_rollout_part"));
  }

  /// Holds what the manifest declares against what the file can hold, before anything of that size
  /// is allocated: a tick, an agent and a number of an observation take at least a byte each.
  private void checkDeclared(Manifest manifest, int ticks) {
    if (ticks > archive.bytes()) {
      throw oversized(wording("RolloutOpening.ticks"), ticks);
    }
    checkSize(wording("RolloutOpening.agents"), manifest.agents());
    checkSize(wording("RolloutOpening.numbers_of_an_observation"), manifest.observation().size());
    if (manifest.trials().count() > TrialIndex.MOST) {
      throw oversized(wording("RolloutOpening.trials"), manifest.trials().count());
    }
  }

  private void checkSize(String what, long declared) {
    if (declared > Math.max(HARMLESS, archive.bytes())) {
      throw oversized(what, declared);
    }
  }

  private Problem oversized(String what, long declared) {
    return new Problem(
        wording("RolloutOpening.it_declares_more_than_it_holds", declared, what),
        wording("RolloutOpening.manifest_json", where),
        wording("RolloutOpening.get_an_undamaged_copy_of_the"));
  }

  private Optional<byte[]> json(String name) {
    Optional<ZipMember> member = archive.member(name);
    if (member.isPresent() && member.get().size() > LONGEST_JSON) {
      throw new Problem(
          wording("RolloutOpening.it_has_bytes", member.get().size()),
          where + " " + name,
          wording("RolloutOpening.keep_it_below_64_mib"));
    }
    return member.map(archive::checked).map(text -> text.toArray(ValueLayout.JAVA_BYTE));
  }

  /// The manifest with the sizes that other programs may leave out: agents and ticks per chunk.
  private static Manifest measured(Manifest manifest, Map<String, StoredChunks> chunks) {
    int agents = manifest.agents();
    int chunkTicks = manifest.chunkTicks();
    for (ChannelSpec spec : manifest.channels()) {
      StoredChunks own = chunks(chunks, spec);
      if (own.count() > 0 && (chunkTicks == 0 || agents == 0)) {
        int[] shape = own.header(0).shape();
        chunkTicks = chunkTicks == 0 && shape.length > 0 ? shape[0] : chunkTicks;
        agents = agents == 0 && spec.perAgent() && shape.length > 1 ? shape[1] : agents;
      }
    }
    return manifest.measured(agents, Math.max(1, chunkTicks));
  }

  /// T, on which all channels must agree.
  private int ticks(Manifest manifest, Map<String, StoredChunks> chunks) {
    long ticks = -1;
    for (ChannelSpec spec : manifest.channels()) {
      StoredChunks own = chunks(chunks, spec);
      int whole = Math.max(0, own.count() - 1);
      int[] shape = own.count() == 0 ? new int[] {0} : own.header(whole).shape();
      int rows = shape.length == 0 ? 0 : shape[0];
      long held = (long) whole * manifest.chunkTicks() + rows;
      if (rows > manifest.chunkTicks() || (ticks >= 0 && held != ticks) || held > MOST_TICKS) {
        throw new Problem(
            wording("RolloutOpening.its_last_chunk_has_ticks_which", rows, manifest.chunkTicks()),
            where + " " + ChunkName.of(spec.name(), whole),
            wording("RolloutOpening.write_the_same_ticks_of_every"));
      }
      ticks = held;
    }
    return (int) Math.max(0, ticks);
  }

  private static StoredChunks chunks(Map<String, StoredChunks> chunks, ChannelSpec spec) {
    return Objects.requireNonNull(chunks.get(spec.name()));
  }

  /// Finds the sizes of a channel's axes in one recording: those of the stored arrays, which must
  /// agree with the manifest.
  ///
  /// @param agents size of the axis `agent`
  /// @param where the file, for messages
  private record RowShape(ChannelSpec spec, int agents, String where) {
    /// Sizes of the axes after `tick`; their product fits an int.
    ///
    /// @throws Problem if the first chunk has another type or shape than declared
    int[] of(StoredChunks chunks) {
      return chunks.count() == 0 ? announced() : held(chunks.header(0));
    }

    /// Without chunks, a named axis is empty.
    private int[] announced() {
      int[] sizes = new int[spec.shape().size() - 1];
      for (int axis = 0; axis < sizes.length; axis++) {
        Object size = spec.shape().get(axis + 1);
        sizes[axis] = size instanceof Integer known ? known : size.equals("agent") ? agents : 0;
      }
      return checked(sizes);
    }

    private int[] held(NpyHeader header) {
      int[] shape = header.shape();
      if (!spec.fits(header.dtype(), shape, agents)) {
        throw new Problem(
            wording(
                "RolloutOpening.it_holds_where_the_manifest_announces",
                header.dtype().code(),
                Arrays.toString(shape),
                spec.dtype(),
                spec.shape(),
                agents),
            where + " " + ChunkName.of(spec.name(), 0),
            wording("RolloutOpening.make_manifest_json_and_the_arrays"));
      }
      return checked(Arrays.copyOfRange(shape, 1, shape.length));
    }

    private int[] checked(int[] sizes) {
      try {
        int _ = Arrays.stream(sizes).reduce(spec.type().bytes(), Math::multiplyExact);
        return sizes;
      } catch (ArithmeticException e) {
        throw new Problem(
            wording("RolloutOpening.a_row_of_is_impossibly_large", Arrays.toString(sizes)),
            where + " " + spec.name(),
            wording("RolloutOpening.make_rows_smaller_than_2_gib"),
            e);
      }
    }
  }

  /// The chunks of each channel in an archive. In a complete archive all channels have the same
  /// number; in one that was cut off, only chunks that all channels have count.
  private static final class ChunkIndex {
    private final ZipArchive archive;
    private final String where;
    private final Map<String, Sequence> sequences = new LinkedHashMap<>();

    ChunkIndex(ZipArchive archive, String where, List<ChannelSpec> channels) {
      this.archive = archive;
      this.where = where;
      channels.forEach(channel -> sequences.put(channel.name(), new Sequence()));
      for (ZipMember member : archive.members()) {
        ChunkName.parse(member.name())
            .ifPresent(name -> {
              Sequence sequence = sequences.get(name.channel());
              if (sequence != null) {
                sequence.add(name.number(), member);
              }
            });
      }
      sequences.values().forEach(Sequence::join);
    }

    /// The chunks of each channel, the same number for each.
    ///
    /// @throws Problem if a complete archive lacks one
    Map<String, StoredChunks> chunks(ReadMembers read) {
      int count = archive.whole() ? announced() : salvaged();
      Map<String, StoredChunks> chunks = new LinkedHashMap<>();
      sequences.forEach((name, sequence) ->
          chunks.put(
              name, new StoredChunks(archive, where, read, sequence.members.subList(0, count))));
      return chunks;
    }

    private int announced() {
      int count = most(sequences.values());
      sequences.forEach((name, sequence) -> {
        if (sequence.members.size() < count || !sequence.early.isEmpty()) {
          throw new Problem(
              wording(
                  "ChunkIndex.its_member_is_missing", ChunkName.of(name, sequence.members.size())),
              where,
              wording("ChunkIndex.write_a_chunk_of_every_channel"));
        }
      });
      return count;
    }

    /// Number of chunks that all channels have. After a power failure a file may have its length
    /// without its content, so the newest chunks are read.
    private int salvaged() {
      int count = least(sequences.values());
      while (count > 0 && !intact(count - 1)) {
        count--;
      }
      return count;
    }

    private boolean intact(int number) {
      return sequences.values().stream()
          .allMatch(sequence -> archive.intact(sequence.members.get(number)));
    }

    private static int most(Collection<Sequence> sequences) {
      return sequences.stream().mapToInt(sequence -> sequence.members.size()).max().orElse(0);
    }

    private static int least(Collection<Sequence> sequences) {
      return sequences.stream().mapToInt(sequence -> sequence.members.size()).min().orElse(0);
    }

    /// Collects the chunks of a channel in order. Files usually have them in order, which keeps
    /// this cheap; a number that comes too early waits, so that no number makes it allocate more
    /// than there are members.
    private static final class Sequence {
      final List<ZipMember> members = new ArrayList<>();
      final Map<Integer, ZipMember> early = new HashMap<>();

      void add(int number, ZipMember member) {
        if (number == members.size()) {
          members.add(member);
        } else {
          early.put(number, member);
        }
      }

      void join() {
        ZipMember next = early.remove(members.size());
        while (next != null) {
          members.add(next);
          next = early.remove(members.size());
        }
      }
    }
  }
}
