package dev.hindsight.trainer.fleet;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The SHA-256 of a piece, by which it is asked for: the same content has the same name on every
/// machine.
///
/// @param a bytes 0 to 7
/// @param b bytes 8 to 15
/// @param c bytes 16 to 23
/// @param d bytes 24 to 31
record PieceHash(long a, long b, long c, long d) {
  /// Number of bytes.
  static final int BYTES = 32;

  static PieceHash of(byte[] bytes, int from, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, length);
      ByteBuffer four = ByteBuffer.wrap(digest.digest());
      return new PieceHash(four.getLong(), four.getLong(), four.getLong(), four.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  void write(WireWriter to) {
    to.number(a).number(b).number(c).number(d);
  }

  static PieceHash read(WireReader from) {
    return new PieceHash(
        from.longNumber(), from.longNumber(), from.longNumber(), from.longNumber());
  }
}
