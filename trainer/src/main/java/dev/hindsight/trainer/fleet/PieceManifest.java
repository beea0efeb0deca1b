package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.fleet.WireReader.WireException;
import java.util.ArrayList;
import java.util.List;

/// What something large consists of: pieces of [#PIECE] bytes, the last one shorter, by their
/// hashes.
///
/// @param size number of bytes of all pieces
/// @param pieces their hashes, in order
record PieceManifest(int size, List<PieceHash> pieces) {
  /// Bytes of a piece. With its header it travels in 13 TLS records: from the 16th on, Pekko copies
  /// together what has come of a message, and copies it again when the rest is there.
  static final int PIECE = 192 * 1024;

  /// The most bytes that may be announced.
  static final int MOST = 1 << 30;

  /// Copies the list.
  PieceManifest {
    if (size < 0 || size > MOST || pieces.size() != Math.ceilDiv(size, PIECE)) {
      throw new WireException(wording("PieceManifest.bytes_in_pieces", size, pieces.size()));
    }
    pieces = List.copyOf(pieces);
  }

  /// Cuts bytes into pieces.
  static PieceManifest of(byte[] bytes) {
    List<PieceHash> hashes = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += PIECE) {
      hashes.add(PieceHash.of(bytes, from, Math.min(PIECE, bytes.length - from)));
    }
    return new PieceManifest(bytes.length, hashes);
  }

  /// Number of bytes of a piece.
  int length(int piece) {
    return Math.min(PIECE, size - piece * PIECE);
  }

  void write(WireWriter to) {
    to.number(size).list(pieces, (writer, piece) -> piece.write(writer));
  }

  static PieceManifest read(WireReader from) {
    return new PieceManifest(from.number(), from.list(PieceHash.BYTES, PieceHash::read));
  }
}
