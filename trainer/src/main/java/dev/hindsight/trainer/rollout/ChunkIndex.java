package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The chunks of each channel in an archive. In a complete archive all channels have the same
/// number; in one that was cut off, only chunks that all channels have count.
final class ChunkIndex {
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
  Map<String, StoredChunks> chunks() {
    int count = archive.whole() ? announced() : salvaged();
    Map<String, StoredChunks> chunks = new LinkedHashMap<>();
    sequences.forEach((name, sequence) ->
        chunks.put(name, new StoredChunks(archive, where, sequence.members.subList(0, count))));
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

  /// Collects the chunks of a channel in order. Files usually have them in order, which keeps this
  /// cheap; a number that comes too early waits, so that no number makes it allocate more than
  /// there are members.
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
