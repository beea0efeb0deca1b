package dev.hindsight.trainer.run.ledger;

import java.util.zip.CRC32C;

/// The frame of a record in event files of TensorBoard: length (u8), its checksum (u4), the record,
/// its checksum (u4); little-endian.
public final class TfRecord {
  private TfRecord() {}

  /// TFRecord's masked CRC-32C.
  ///
  /// @param from first byte
  /// @param length number of bytes
  public static int checksum(byte[] bytes, int from, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, from, length);
    int crc = (int) checksum.getValue();
    return ((crc >>> 15) | (crc << 17)) + 0xa282ead8;
  }
}
