package dev.hindsight.trainer.rollout.zip;

import static dev.hindsight.trainer.rollout.zip.ZipFormat.i32;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.i64;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u16;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u32;
import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Reads the directory at the end of an archive and trusts none of its numbers.
final class ZipDirectory {
  private static final String REMEDY = wording("ZipDirectory.get_an_undamaged_copy_of_the");

  /// What every recording has; an archive without it is another program's.
  private static final String MANIFEST = "manifest.json";

  private final MemorySegment file;
  private final String where;

  private ZipDirectory(MemorySegment file, String where) {
    this.file = file;
    this.where = where;
  }

  /// The members by position; empty if the archive has no end record, because it was cut off.
  static Optional<List<ZipMember>> read(MemorySegment file, String where) {
    return new ZipDirectory(file, where).read();
  }

  /// Where the directory is.
  ///
  /// @param from its first byte
  /// @param size bytes of its entries
  /// @param count number of entries
  /// @param after first byte of the records behind it
  /// @param end first byte of the last record
  record Location(long from, long size, long count, long after, long end) {}

  /// An entry of the directory.
  ///
  /// @param member without its limit
  /// @param place where it is
  record Entry(ZipMember member, long place) {
    boolean folder() {
      return member.name().endsWith("/");
    }
  }

  private Optional<List<ZipMember>> read() {
    return locate().map(place -> bounded(members(place), place.from()));
  }

  /// Finds the directory; empty if the archive has no end record.
  static Optional<Location> locate(MemorySegment file, String where) {
    return new ZipDirectory(file, where).locate();
  }

  /// All entries, those of folders too, by position in the archive.
  static List<Entry> entries(MemorySegment file, String where, Location place) {
    List<Entry> entries = new ZipDirectory(file, where).entries(place);
    entries.sort(Comparator.comparingLong(entry -> entry.member().header()));
    return entries;
  }

  private List<ZipMember> members(Location place) {
    List<ZipMember> members = new ArrayList<>();
    for (Entry entry : entries(place)) {
      if (!entry.folder()) {
        members.add(entry.member());
      }
    }
    return members;
  }

  private Optional<Location> locate() {
    long end = end();
    if (end < 0) {
      return Optional.empty();
    }
    long count = u16(file, end + 10);
    long size = u32(file, end + 12);
    long start = u32(file, end + 16);
    long before = end;
    long locator = end - ZipFormat.LOCATOR_LENGTH;
    if (locator >= 0 && i32(file, locator) == ZipFormat.LOCATOR) {
      before = i64(file, locator + 8);
      if (before < 0
          || before > locator - ZipFormat.END64_LENGTH
          || i32(file, before) != ZipFormat.END64) {
        throw new Problem(wording("ZipDirectory.its_zip64_end_record_is_damaged"), where, REMEDY);
      }
      count = i64(file, before + 32);
      size = i64(file, before + 40);
      start = i64(file, before + 48);
    }
    boolean inside = start >= 0 && size >= 0 && start <= before && size <= before - start;
    if (!inside || count < 0 || count > size / ZipFormat.ENTRY_LENGTH) {
      throw new Problem(wording("ZipDirectory.its_central_directory_is_damaged"), where, REMEDY);
    }
    return Optional.of(new Location(start, size, count, before, end));
  }

  /// Start of the end record: the last position from which a comment reaches exactly to the file's
  /// end.
  private long end() {
    long last = file.byteSize() - ZipFormat.END_LENGTH;
    for (long at = last; at >= Math.max(0, last - 0xffff); at--) {
      if (i32(file, at) == ZipFormat.END && u16(file, at + 20) == last - at) {
        return at;
      }
    }
    return -1;
  }

  private List<Entry> entries(Location place) {
    long count = place.count();
    long end = place.from() + place.size();
    List<Entry> entries = new ArrayList<>((int) Math.min(count, 1 << 20));
    Optional<String> unreadable = Optional.empty();
    boolean recording = false;
    long at = place.from();
    for (long i = 0; i < count; i++) {
      if (at + ZipFormat.ENTRY_LENGTH > end || i32(file, at) != ZipFormat.ENTRY) {
        throw new Problem(
            wording("ZipDirectory.its_central_directory_is_damaged_2", i, count), where, REMEDY);
      }
      int nameLength = u16(file, at + 28);
      int extraLength = u16(file, at + 30);
      long next = at + ZipFormat.ENTRY_LENGTH + nameLength + extraLength + u16(file, at + 32);
      if (next > end) {
        throw new Problem(
            wording("ZipDirectory.its_central_directory_ends_inside", i), where, REMEDY);
      }
      String name = ZipFormat.name(file, at + ZipFormat.ENTRY_LENGTH, nameLength, where);
      boolean empty = name.endsWith("/");
      if (!empty && !stored(at)) {
        unreadable = unreadable.or(() -> Optional.of(name));
        empty = true;
      }
      recording |= name.equals(MANIFEST);
      ZipMember member =
          empty
              ? new ZipMember(name, u32(file, at + 42), 0, 0, 0)
              : member(name, at, at + ZipFormat.ENTRY_LENGTH + nameLength, extraLength);
      entries.add(new Entry(member, at));
      at = next;
    }
    // To store its members would not make another program's archive a recording.
    if (recording && unreadable.isPresent()) {
      throw new Problem(
          wording("ZipDirectory.its_member_is_compressed_or_encrypted", unreadable.get()),
          where,
          wording("ZipDirectory.store_the_members_in_python_zipfile"));
    }
    return entries;
  }

  /// Whether the bytes of a member are in the file as they are.
  private boolean stored(long entry) {
    return u16(file, entry + 10) == 0 && (u16(file, entry + 8) & ZipFormat.ENCRYPTED) == 0;
  }

  private ZipMember member(String name, long entry, long extra, int extraLength) {
    long stored = u32(file, entry + 20);
    long size = u32(file, entry + 24);
    long header = u32(file, entry + 42);
    int large =
        (size == ZipFormat.FULL32 ? 8 : 0)
            + (stored == ZipFormat.FULL32 ? 8 : 0)
            + (header == ZipFormat.FULL32 ? 8 : 0);
    if (large > 0) {
      long at = ZipFormat.extra(file, extra, extraLength, ZipFormat.ZIP64_EXTRA, large);
      if (at < 0) {
        throw new Problem(
            wording("ZipDirectory.its_member_lacks_its_zip64_sizes", name), where, REMEDY);
      }
      if (size == ZipFormat.FULL32) {
        size = i64(file, at);
        at += 8;
      }
      if (stored == ZipFormat.FULL32) {
        stored = i64(file, at);
        at += 8;
      }
      header = header == ZipFormat.FULL32 ? i64(file, at) : header;
    }
    if (size < 0 || header < 0 || stored != size) {
      throw new Problem(
          wording("ZipDirectory.its_member_has_impossible_sizes", name), where, REMEDY);
    }
    return new ZipMember(name, header, size, i32(file, entry + 16), 0);
  }

  /// Sets the limit of every member, and rejects members that exceed it.
  private List<ZipMember> bounded(List<ZipMember> members, long directory) {
    members.sort(Comparator.comparingLong(ZipMember::header));
    for (int i = 0; i < members.size(); i++) {
      ZipMember member = members.get(i);
      long limit = i + 1 < members.size() ? members.get(i + 1).header() : directory;
      if (member.size() > limit
          || member.header() > limit - ZipFormat.LOCAL_LENGTH - member.size()) {
        throw new Problem(
            wording("ZipDirectory.its_member_reaches_into_what_comes", member.name()),
            where,
            REMEDY);
      }
      members.set(i, member.upTo(limit));
    }
    return members;
  }
}
