package dev.hindsight.trainer.env.drive.map;

/// The two packed forms in use.
enum BinaryVersion {
  /// Starts with the object count; records have neither scenario nor id.
  V0(2 * Integer.BYTES),
  /// Starts with the ego vehicle's index and the tracks to predict.
  V2(4 * Integer.BYTES);

  private final int headBytes;

  BinaryVersion(int headBytes) {
    this.headBytes = headBytes;
  }

  /// Bytes of a record before its arrays.
  int headBytes() {
    return headBytes;
  }
}
