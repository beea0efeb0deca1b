package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Something large on its way here, piece by piece. Only pieces that are not here yet are asked
/// for, and only so many at a time, so that the sender never holds more than that for this side. A
/// piece whose content has another hash is refused. One owner thread.
final class PieceDownload {
  /// How many pieces may be under way.
  static final int WINDOW = 43;

  private final PieceManifest manifest;
  private final byte[] bytes;

  /// Where the missing pieces belong.
  private final Map<PieceHash, List<Integer>> missing = new LinkedHashMap<>();

  /// Missing pieces that have been asked for.
  private final Set<PieceHash> asked = new LinkedHashSet<>();

  private long refused;

  /// @param known what is here already
  /// @param into receives the bytes, from its first on; not shorter than what is announced
  PieceDownload(PieceManifest manifest, Map<PieceHash, Piece> known, byte[] into) {
    if (into.length < manifest.size()) {
      throw new IllegalArgumentException("%d bytes for %d".formatted(into.length, manifest.size()));
    }
    this.manifest = manifest;
    this.bytes = into;
    for (int p = 0; p < manifest.pieces().size(); p++) {
      PieceHash hash = manifest.pieces().get(p);
      Piece here = known.get(hash);
      if (here == null || here.length() != manifest.length(p)) {
        missing.computeIfAbsent(hash, _ -> new ArrayList<>()).add(p);
      } else {
        put(p, here);
      }
    }
  }

  private void put(int place, Piece piece) {
    System.arraycopy(
        piece.bytes(), piece.from(), bytes, place * PieceManifest.PIECE, manifest.length(place));
  }

  /// The pieces to ask for now.
  List<PieceHash> next() {
    List<PieceHash> next =
        missing.keySet().stream()
            .filter(hash -> !asked.contains(hash))
            .limit(WINDOW - (long) asked.size())
            .toList();
    asked.addAll(next);
    return next;
  }

  /// The pieces that have been asked for and have not arrived: to be asked for again after a while.
  List<PieceHash> underWay() {
    return List.copyOf(asked);
  }

  /// Takes a piece.
  ///
  /// @return false if it is not missing here, or is not what its name says
  boolean accept(Piece piece) {
    List<Integer> places = missing.get(piece.hash());
    if (places == null) {
      return false;
    }
    if (piece.length() != manifest.length(places.getFirst())
        || !PieceHash.of(piece.bytes(), piece.from(), piece.length()).equals(piece.hash())) {
      refused++;
      return false;
    }
    missing.remove(piece.hash());
    asked.remove(piece.hash());
    places.forEach(place -> put(place, piece));
    return true;
  }

  /// Whether nothing is missing.
  boolean whole() {
    return missing.isEmpty();
  }

  /// Pieces that were not what their names said.
  long refused() {
    return refused;
  }

  /// What was to receive the bytes: they are in it once they are whole.
  byte[] bytes() {
    return bytes;
  }
}
