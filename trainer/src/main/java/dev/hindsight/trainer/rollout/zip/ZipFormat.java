package dev.hindsight.trainer.rollout.zip;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The parts of PKWARE's APPNOTE.TXT 6.3 that stored archives need: signatures, lengths, and field
/// positions.
final class ZipFormat {
  /// Signature of the header before a member's content.
  static final int LOCAL = 0x04034b50;

  /// Bytes of that header, before the name.
  static final int LOCAL_LENGTH = 30;

  /// Signature of a directory entry.
  static final int ENTRY = 0x02014b50;

  /// Bytes of a directory entry, before the name.
  static final int ENTRY_LENGTH = 46;

  /// Signature of the end record.
  static final int END = 0x06054b50;

  /// Bytes of the end record, before the comment.
  static final int END_LENGTH = 22;

  /// Signature of the ZIP64 end record.
  static final int END64 = 0x06064b50;

  /// Bytes of the ZIP64 end record.
  static final int END64_LENGTH = 56;

  /// Signature of the pointer to the ZIP64 end record.
  static final int LOCATOR = 0x07064b50;

  /// Bytes of that pointer.
  static final int LOCATOR_LENGTH = 20;

  /// Extra field with sizes and offsets too large for 32 bits.
  static final int ZIP64_EXTRA = 0x0001;

  /// Android's alignment extra field, which other tools ignore: the alignment in two bytes, then
  /// padding.
  static final int PADDING_EXTRA = 0xd935;

  /// Flag: sizes follow the content instead of being in the header.
  static final int SIZES_FOLLOW = 1 << 3;

  /// Flag: encrypted.
  static final int ENCRYPTED = 1;

  /// Flag: the name is UTF-8.
  static final int UTF8 = 1 << 11;

  /// Marks a 32-bit field whose value is in the ZIP64 extra field.
  static final long FULL32 = 0xffff_ffffL;

  /// Marks a 16-bit field whose value is in the ZIP64 end record.
  static final int FULL16 = 0xffff;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ZipFormat() {}

  static int u16(MemorySegment file, long at) {
    return file.get(SHORT, at) & 0xffff;
  }

  static int i32(MemorySegment file, long at) {
    return file.get(INT, at);
  }

  static long u32(MemorySegment file, long at) {
    return file.get(INT, at) & FULL32;
  }

  static long i64(MemorySegment file, long at) {
    return file.get(LONG, at);
  }

  /// Offset of an extra field's content in the file, or -1 if there is none.
  ///
  /// @param needed least bytes of content it must have
  static long extra(MemorySegment file, long from, long length, int id, int needed) {
    long at = from;
    long end = from + length;
    while (at + 4 <= end) {
      int size = u16(file, at + 2);
      if (u16(file, at) == id) {
        return size >= needed && at + 4 + size <= end ? at + 4 : -1;
      }
      at += 4 + size;
    }
    return -1;
  }

  /// A member's name; rejects names that could point outside the folder they are unpacked into.
  static String name(MemorySegment file, long at, int length, String where) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(file, ValueLayout.JAVA_BYTE, at, bytes, 0, length);
    String name;
    try {
      name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Problem(
          wording("ZipFormat.the_name_of_a_member_is"),
          where,
          wording("ZipFormat.write_the_archive_with_utf_8"),
          e);
    }
    boolean climbs = name.contains("..") && ("/" + name + "/").contains("/../");
    if (name.isEmpty()
        || climbs
        || name.startsWith("/")
        || name.indexOf('\\') >= 0
        || name.indexOf(':') >= 0
        || name.indexOf('\0') >= 0) {
      throw new Problem(
          wording("ZipFormat.its_member_has_a_name_that", name),
          where,
          wording("ZipFormat.do_not_trust_this_file"));
    }
    return name;
  }
}
