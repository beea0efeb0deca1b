package dev.hindsight.trainer.rollout.zip;

/// Where a stored member lies in its archive.
///
/// @param name `channels/pose/000000.npy`
/// @param header where its local header begins
/// @param size bytes of content
/// @param crc CRC-32 of the content
/// @param limit what it must not reach beyond: where the next member, or the directory, begins
public record ZipMember(String name, long header, long size, int crc, long limit) {
  ZipMember upTo(long newLimit) {
    return new ZipMember(name, header, size, crc, newLimit);
  }
}
