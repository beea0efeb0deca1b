package dev.hindsight.trainer.rollout.zip;

import dev.hindsight.trainer.Problem;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// An archive of stored members in mapped memory. Immutable; any thread may read.
///
/// Opening reads the directory alone, so it takes no longer for larger members.
public final class ZipArchive {
  private static final String REMEDY = "get an undamaged copy of the file";

  private final MemorySegment file;
  private final String where;
  private final Map<String, ZipMember> members = new LinkedHashMap<>();
  private final boolean whole;

  /// Reads the directory, or where there is none finds the members that are whole.
  ///
  /// @param file all bytes of the archive
  /// @param where the file, for messages
  /// @throws Problem if a directory is there and does not hold together
  public ZipArchive(MemorySegment file, String where) {
    this.file = file;
    this.where = where;
    Optional<List<ZipMember>> directory = ZipDirectory.read(file, where);
    whole = directory.isPresent();
    for (ZipMember member : directory.orElseGet(() -> ZipWalk.members(file, where))) {
      if (members.put(member.name(), member) != null) {
        throw new Problem("its member " + member.name() + " appears twice", where, REMEDY);
      }
    }
  }

  /// Whether the archive has its directory: it was written to the end.
  public boolean whole() {
    return whole;
  }

  /// All members, by where they lie.
  public Collection<ZipMember> members() {
    return Collections.unmodifiableCollection(members.values());
  }

  /// A member by name.
  public Optional<ZipMember> member(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /// A member's content, not checked against its checksum.
  ///
  /// @throws Problem if its header contradicts the directory
  public MemorySegment content(ZipMember member) {
    long at = member.header();
    int nameLength = ZipFormat.u16(file, at + 26);
    long content = at + ZipFormat.LOCAL_LENGTH + nameLength + ZipFormat.u16(file, at + 28);
    if (ZipFormat.i32(file, at) != ZipFormat.LOCAL
        || content > member.limit() - member.size()
        || !ZipFormat.name(file, at + ZipFormat.LOCAL_LENGTH, nameLength, where)
            .equals(member.name())) {
      throw new Problem("the header of its member " + member.name() + " is damaged", where, REMEDY);
    }
    return file.asSlice(content, member.size());
  }

  /// A member's content, after checking every byte of it.
  ///
  /// @throws Problem if the content is not what was written
  public MemorySegment checked(ZipMember member) {
    MemorySegment content = content(member);
    if (!intact(member)) {
      throw new Problem(
          "the content of its member " + member.name() + " is damaged", where, REMEDY);
    }
    return content;
  }

  /// Whether a member's content is what was written.
  public boolean intact(ZipMember member) {
    MemorySegment content = content(member);
    CRC32 crc = new CRC32();
    long step = 1 << 20;
    for (long at = 0; at < content.byteSize(); at += step) {
      crc.update(content.asSlice(at, Math.min(step, content.byteSize() - at)).asByteBuffer());
    }
    return (int) crc.getValue() == member.crc();
  }
}
