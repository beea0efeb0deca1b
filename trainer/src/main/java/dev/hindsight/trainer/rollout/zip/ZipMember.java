package dev.hindsight.trainer.rollout.zip;

/// The place of a stored member in its archive.
///
/// @param name `channels/pose/000000.npy`
/// @param header start of its local header
/// @param size bytes of content
/// @param crc CRC-32 of the content
/// @param limit position that it must not exceed: the start of the next member or of the directory
public record ZipMember(String name, long header, long size, int crc, long limit) {
  ZipMember upTo(long newLimit) {
    return new ZipMember(name, header, size, crc, newLimit);
  }
}
