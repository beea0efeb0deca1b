package dev.hindsight.trainer.rollout.zip;

import static dev.hindsight.trainer.rollout.zip.ZipFormat.i32;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.i64;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u16;
import static dev.hindsight.trainer.rollout.zip.ZipFormat.u32;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Salvages an archive that lost its directory: walks from member to member until one is not whole.
final class ZipWalk {
  private ZipWalk() {}

  /// The members that lie whole in the file, in order.
  static List<ZipMember> members(MemorySegment file, String where) {
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
