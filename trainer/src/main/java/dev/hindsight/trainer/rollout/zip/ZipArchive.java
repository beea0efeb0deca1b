package dev.hindsight.trainer.rollout.zip;

import static dev.hindsight.trainer.rollout.zip.ZipFormat.i32;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.i64;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u16;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u32;
import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// An archive of stored members in mapped memory. Immutable; any thread may read.
///
/// Opening reads only the directory, so the time does not depend on the size of the members.
public final class ZipArchive {
  private static final String REMEDY = wording("ZipArchive.get_an_undamaged_copy_of_the");

  private static final int BLOCK = 1 << 16;

  private final MemorySegment file;
  private final String where;
  private final Map<String, ZipMember> members = new LinkedHashMap<>();
  private final boolean whole;

  /// Reads the directory, or if there is none finds the complete members.
  ///
  /// @param file all bytes of the archive
  /// @param where the file, for messages
  /// @throws Problem if a directory exists but is inconsistent
  public ZipArchive(MemorySegment file, String where) {
    this.file = file;
    this.where = where;
    Optional<List<ZipMember>> directory = ZipDirectory.read(file, where);
    whole = directory.isPresent();
    for (ZipMember member : directory.orElseGet(() -> walked(file, where))) {
      if (members.put(member.name(), member) != null) {
        throw new Problem(
            wording("ZipArchive.its_member_appears_twice", member.name()), where, REMEDY);
      }
    }
  }

  /// Size of the file.
  public long bytes() {
    return file.byteSize();
  }

  /// The first bytes of the file, at most as many as it has.
  public byte[] start(int most) {
    return file.asSlice(0, Math.min(most, bytes())).toArray(ValueLayout.JAVA_BYTE);
  }

  /// Whether the archive has its directory: it was written to the end.
  public boolean whole() {
    return whole;
  }

  /// All members, by position.
  public Collection<ZipMember> members() {
    return Collections.unmodifiableCollection(members.values());
  }

  /// A member by name.
  public Optional<ZipMember> member(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /// What is wrong with the archive around the contents of its members: headers that differ from
  /// the directory, and bytes that belong to nothing. Of an archive without its directory, nothing
  /// can be said.
  public List<ZipFault> faults() {
    return ZipStructure.faults(file, where);
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
      throw new Problem(
          wording("ZipArchive.the_header_of_its_member_is", member.name()), where, REMEDY);
    }
    return file.asSlice(content, member.size());
  }

  /// A member's content, with every byte checked.
  ///
  /// @throws Problem if the content does not match its checksum
  public MemorySegment checked(ZipMember member) {
    MemorySegment content = content(member);
    if (!intact(member)) {
      throw new Problem(
          wording("ZipArchive.the_content_of_its_member_is", member.name()), where, REMEDY);
    }
    return content;
  }

  /// Whether a member's content matches its checksum.
  public boolean intact(ZipMember member) {
    MemorySegment content = content(member);
    CRC32 crc = new CRC32();
    // Copied first: if another program shortens the mapped file, copying throws an InternalError,
    // while the compiled checksum would end the process.
    byte[] block = new byte[(int) Math.min(BLOCK, content.byteSize())];
    for (long at = 0; at < content.byteSize(); at += block.length) {
      int count = (int) Math.min(block.length, content.byteSize() - at);
      try {
        MemorySegment.copy(content, ValueLayout.JAVA_BYTE, at, block, 0, count);
      } catch (InternalError e) {
        throw Problem.changed(where, e);
      }
      crc.update(block, 0, count);
    }
    return (int) crc.getValue() == member.crc();
  }

  /// Salvages an archive that lost its directory: walks from member to member until one is
  /// incomplete.
  ///
  /// Returns the complete members in order.
  private static List<ZipMember> walked(MemorySegment file, String where) {
    List<ZipMember> members = new ArrayList<>();
    long at = 0;
    while (at + ZipFormat.LOCAL_LENGTH <= file.byteSize() && i32(file, at) == ZipFormat.LOCAL) {
      int nameLength = u16(file, at + 26);
      int extraLength = u16(file, at + 28);
      long content = at + ZipFormat.LOCAL_LENGTH + nameLength + extraLength;
      boolean plain =
          u16(file, at + 8) == 0
              && (u16(file, at + 6) & (ZipFormat.SIZES_FOLLOW | ZipFormat.ENCRYPTED)) == 0;
      if (!plain || content > file.byteSize()) {
        break;
      }
      long size = size(file, at, content - extraLength, extraLength);
      if (size < 0 || size > file.byteSize() - content) {
        break;
      }
      String name = ZipFormat.name(file, at + ZipFormat.LOCAL_LENGTH, nameLength, where);
      members.add(new ZipMember(name, at, size, i32(file, at + 14), content + size));
      at = content + size;
    }
    return members;
  }

  private static long size(MemorySegment file, long header, long extra, int extraLength) {
    long size = u32(file, header + 22);
    if (size != ZipFormat.FULL32) {
      return size;
    }
    long at = ZipFormat.extra(file, extra, extraLength, ZipFormat.ZIP64_EXTRA, 8);
    return at < 0 ? -1 : i64(file, at);
  }
}
