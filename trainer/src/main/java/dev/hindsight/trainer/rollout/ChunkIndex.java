package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.zip.ZipArchive;
import dev.hindsight.trainer.rollout.zip.ZipMember;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which chunks each channel has in an archive. In a whole archive all channels have the same; in
/// one that was cut off only those count that all channels have.
final class ChunkIndex {
  private final ZipArchive archive;
  private final String where;

  ChunkIndex(ZipArchive archive, String where) {
    this.archive = archive;
    this.where = where;
  }

  /// The chunks of each channel, as many for each.
  ///
  /// @throws Problem if a whole archive lacks one
  Map<String, StoredChunks> of(List<ChannelSpec> channels) {
    Map<String, Map<Integer, ZipMember>> found = found(channels);
    int count = archive.whole() ? expected(found) : common(found);
    while (!archive.whole() && count > 0 && !intact(found, count - 1)) {
      count--;
    }
    Map<String, StoredChunks> chunks = new LinkedHashMap<>();
    for (ChannelSpec channel : channels) {
      Map<Integer, ZipMember> members = found.getOrDefault(channel.name(), Map.of());
      List<ZipMember> inOrder = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        ZipMember member = members.get(number);
        if (member == null) {
          throw new Problem(
              "its member " + ChunkName.of(channel.name(), number) + " is missing",
              where,
              "write a chunk of every channel");
        }
        inOrder.add(member);
      }
      chunks.put(channel.name(), new StoredChunks(archive, where, inOrder));
    }
    return chunks;
  }

  private Map<String, Map<Integer, ZipMember>> found(List<ChannelSpec> channels) {
    Map<String, Map<Integer, ZipMember>> found = new LinkedHashMap<>();
    channels.forEach(channel -> found.put(channel.name(), new HashMap<>()));
    for (ZipMember member : archive.members()) {
      ChunkName.parse(member.name())
          .ifPresent(name -> {
            Map<Integer, ZipMember> members = found.get(name.channel());
            if (members != null) {
              members.put(name.number(), member);
            }
          });
    }
    return found;
  }

  private static int expected(Map<String, Map<Integer, ZipMember>> found) {
    return found.values().stream()
        .flatMap(members -> members.keySet().stream())
        .mapToInt(number -> number + 1)
        .max()
        .orElse(0);
  }

  private static int common(Map<String, Map<Integer, ZipMember>> found) {
    int count = 0;
    while (!found.isEmpty() && has(found, count)) {
      count++;
    }
    return count;
  }

  private static boolean has(Map<String, Map<Integer, ZipMember>> found, int number) {
    return found.values().stream().allMatch(members -> members.containsKey(number));
  }

  /// Whether the newest chunk reached the disk whole: after a power cut a file may have its length
  /// without its content.
  private boolean intact(Map<String, Map<Integer, ZipMember>> found, int number) {
    return found.values().stream()
        .map(members -> members.get(number))
        .allMatch(member -> member != null && archive.intact(member));
  }
}
