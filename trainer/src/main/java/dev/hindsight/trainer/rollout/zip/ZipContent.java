package dev.hindsight.trainer.rollout.zip;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/// The archive's entry for a member.
///
/// @param name in UTF-8
/// @param size bytes of content
/// @param crc CRC-32 of the content
record ZipContent(byte[] name, int size, int crc) {
  /// Computes the entry of a member's content without moving buffer positions.
  ///
  /// @param parts one after the other, less than 4 GiB
  static ZipContent of(String name, ByteBuffer... parts) {
    CRC32 crc = new CRC32();
    long size = 0;
    for (ByteBuffer part : parts) {
      crc.update(part.duplicate());
      size += part.remaining();
    }
    if (size >= ZipFormat.FULL32) {
      throw new IllegalArgumentException(name + " has " + size + " bytes, too many for a member");
    }
    return new ZipContent(utf8(name), (int) size, (int) crc.getValue());
  }

  static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }
}
