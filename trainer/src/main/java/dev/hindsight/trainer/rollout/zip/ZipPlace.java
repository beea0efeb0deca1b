package dev.hindsight.trainer.rollout.zip;

/// The place of a written member.
///
/// @param content position of its first byte in the archive
/// @param size number of bytes
/// @param crc their CRC-32
public record ZipPlace(long content, int size, int crc) {}
