package dev.hindsight.trainer.rollout.zip;

import static dev.hindsight.trainer.rollout.zip.ZipFormat.i32;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.i64;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u16;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u32;
import static dev.hindsight.trainer.text.TrainerText.wording;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks the bytes of an archive that are no member's content: every local header against the
/// directory, and that members, directory and end records follow each other without a gap.
///
/// What several tools may write differently is not compared: versions, attributes, comments of
/// entries, extra fields that are not known here. Any member may have a data descriptor if its
/// flags say so. One owner thread.
final class ZipStructure {
  private static final int DESCRIPTOR = 0x08074b50;

  /// Bytes of the ZIP64 end record that its own size leaves out.
  private static final int END64_HEAD = 12;

  private final MemorySegment file;
  private final List<ZipFault> faults = new ArrayList<>();

  private ZipStructure(MemorySegment file) {
    this.file = file;
  }

  /// @param file of an archive that was opened without a problem
  static List<ZipFault> faults(MemorySegment file, String where) {
    Optional<ZipDirectory.Location> place = ZipDirectory.locate(file, where);
    if (place.isEmpty()) {
      return List.of();
    }
    ZipStructure structure = new ZipStructure(file);
    structure.members(ZipDirectory.entries(file, where, place.get()), place.get());
    structure.end(place.get());
    return structure.faults;
  }

  private void members(List<ZipDirectory.Entry> entries, ZipDirectory.Location place) {
    long at = 0;
    for (int i = 0; i < entries.size(); i++) {
      ZipDirectory.Entry entry = entries.get(i);
      long limit = i + 1 < entries.size() ? entries.get(i + 1).member().header() : place.from();
      gap(at, entry.member().header());
      at = entry.member().header();
      if (at > limit - ZipFormat.LOCAL_LENGTH || i32(file, at) != ZipFormat.LOCAL) {
        faults.add(new ZipFault(entry.member().name(), wording("ZipStructure.has_no_header")));
        at = limit;
        continue;
      }
      int extraLength = u16(file, at + 28);
      long extra = at + ZipFormat.LOCAL_LENGTH + u16(file, at + 26);
      long end = extra + extraLength + entry.member().size();
      if (end > limit || !agrees(entry, extra, extraLength)) {
        faults.add(new ZipFault(entry.member().name(), wording("ZipStructure.has_another_header")));
      }
      at = Math.min(limit, described(entry.member(), end, limit));
    }
    gap(at, place.from());
  }

  /// Whether a local header says what the directory says.
  private boolean agrees(ZipDirectory.Entry entry, long extra, int extraLength) {
    ZipMember member = entry.member();
    long at = member.header();
    byte[] name = ZipContent.utf8(member.name());
    boolean follows = (u16(file, at + 6) & ZipFormat.SIZES_FOLLOW) != 0;
    return u16(file, at + 26) == name.length
        && MemorySegment.ofArray(name)
                .mismatch(file.asSlice(at + ZipFormat.LOCAL_LENGTH, name.length))
            < 0
        && i32(file, at + 10) == i32(file, entry.place() + 12)
        && u16(file, at + 6) == u16(file, entry.place() + 8)
        && (entry.folder() || u16(file, at + 8) == 0)
        && (entry.folder() || follows || hasSizes(member, extra, extraLength))
        && padded(extra, extraLength);
  }

  private boolean hasSizes(ZipMember member, long extra, int extraLength) {
    long at = member.header();
    long stored = u32(file, at + 18);
    long size = u32(file, at + 22);
    if (stored == ZipFormat.FULL32 && size == ZipFormat.FULL32) {
      long large = ZipFormat.extra(file, extra, extraLength, ZipFormat.ZIP64_EXTRA, 16);
      if (large >= 0) {
        size = i64(file, large);
        stored = i64(file, large + 8);
      }
    }
    return i32(file, at + 14) == member.crc() && stored == member.size() && size == member.size();
  }

  /// Whether the bytes that align a member's content are 0.
  private boolean padded(long extra, int extraLength) {
    long at = ZipFormat.extra(file, extra, extraLength, ZipFormat.PADDING_EXTRA, Short.BYTES);
    if (at < 0) {
      return true;
    }
    long end = at + u16(file, at - Short.BYTES);
    for (long i = at + Short.BYTES; i < end; i++) {
      if (file.get(ValueLayout.JAVA_BYTE, i) != 0) {
        return false;
      }
    }
    return true;
  }

  /// The end of a member: behind the checksum and the sizes that may follow its content.
  private long described(ZipMember member, long end, long limit) {
    if ((u16(file, member.header() + 6) & ZipFormat.SIZES_FOLLOW) == 0) {
      return end;
    }
    for (int sizes : new int[] {Integer.BYTES, Long.BYTES}) {
      for (int signature : new int[] {Integer.BYTES, 0}) {
        int length = signature + Integer.BYTES + 2 * sizes;
        if (limit - end == length
            && (signature == 0 || i32(file, end) == DESCRIPTOR)
            && i32(file, end + signature) == member.crc()) {
          return limit;
        }
      }
    }
    return end;
  }

  private void end(ZipDirectory.Location place) {
    gap(place.from() + place.size(), place.after());
    if (place.after() < place.end()) {
      long records = place.after() + END64_HEAD + i64(file, place.after() + Integer.BYTES);
      gap(records, place.end() - ZipFormat.LOCATOR_LENGTH);
    }
    // No recorder writes a comment of the archive: whatever is there is not part of it.
    gap(place.end() + ZipFormat.END_LENGTH, file.byteSize());
  }

  private void gap(long from, long to) {
    if (to > from) {
      faults.add(
          new ZipFault("", wording("ZipStructure.bytes_belong_to_nothing", to - from, from)));
    }
  }
}
