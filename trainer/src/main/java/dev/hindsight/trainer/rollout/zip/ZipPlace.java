package dev.hindsight.trainer.rollout.zip;

/// Where a member has been written.
///
/// @param content position of its first byte in the archive
/// @param size how many there are
/// @param crc their CRC-32
public record ZipPlace(long content, int size, int crc) {}
