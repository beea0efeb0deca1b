package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Something large on its way: only what is missing, only so much at a time, only what it should
/// be.
class PieceDownloadTest {
  private static final int PIECES = 100;

  private static byte[] content(int seed) {
    byte[] bytes = new byte[PieceManifest.PIECE * (PIECES - 1) + 5];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void itArrivesWholeInAnyOrderAndNeverAsksForMoreThanTheWindow() {
    byte[] bytes = content(1);
    PieceManifest manifest = PieceManifest.of(bytes);
    Map<PieceHash, Piece> shelf = PieceShelf.pieces(manifest, bytes);
    PieceDownload download = new PieceDownload(manifest, Map.of(), new byte[manifest.size()]);
    List<PieceHash> asked = new ArrayList<>(download.next());
    assertEquals(PieceDownload.WINDOW, asked.size());
    assertEquals(List.of(), download.next());
    int count = asked.size();
    while (!download.whole()) {
      PieceHash last = asked.removeLast();
      assertTrue(download.accept(piece(shelf, last)));
      assertFalse(download.accept(piece(shelf, last)), "a second delivery changes nothing");
      List<PieceHash> more = download.next();
      count += more.size();
      asked.addAll(more);
      assertTrue(asked.size() <= PieceDownload.WINDOW);
    }
    assertEquals(PIECES, count);
    assertArrayEquals(bytes, download.bytes());
  }

  private static Piece piece(Map<PieceHash, Piece> shelf, PieceHash hash) {
    return java.util.Objects.requireNonNull(shelf.get(hash));
  }

  @Test
  void onlyMissingPiecesAreAskedFor() {
    byte[] before = content(1);
    byte[] after = before.clone();
    after[PieceManifest.PIECE * 3] ^= 1;
    PieceManifest manifest = PieceManifest.of(after);
    PieceDownload download =
        new PieceDownload(
            manifest,
            PieceShelf.pieces(PieceManifest.of(before), before),
            new byte[manifest.size()]);
    assertEquals(List.of(manifest.pieces().get(3)), download.next());
    assertTrue(
        download.accept(piece(PieceShelf.pieces(manifest, after), manifest.pieces().get(3))));
    assertTrue(download.whole());
    assertArrayEquals(after, download.bytes());
  }

  @Test
  void anArrayThatWasUsedBeforeIsFilledAgainAndOneTooShortRefused() {
    byte[] bytes = content(2);
    PieceManifest manifest = PieceManifest.of(bytes);
    byte[] used = content(1);
    byte[] longer = java.util.Arrays.copyOf(used, used.length + 7);
    PieceDownload download = new PieceDownload(manifest, Map.of(), longer);
    Map<PieceHash, Piece> shelf = PieceShelf.pieces(manifest, bytes);
    while (!download.whole()) {
      download.next().forEach(hash -> assertTrue(download.accept(piece(shelf, hash))));
    }
    assertArrayEquals(bytes, java.util.Arrays.copyOf(download.bytes(), manifest.size()));
    byte[] tooShort = new byte[bytes.length - 1];
    org.junit.jupiter.api.Assertions.assertThrows(
        IllegalArgumentException.class, () -> new PieceDownload(manifest, Map.of(), tooShort));
  }

  @Test
  void aPieceWithOtherContentIsRefused() {
    byte[] bytes = content(1);
    PieceManifest manifest = PieceManifest.of(bytes);
    PieceDownload download = new PieceDownload(manifest, Map.of(), new byte[manifest.size()]);
    PieceHash first = download.next().getFirst();
    byte[] forged = java.util.Arrays.copyOf(bytes, PieceManifest.PIECE);
    forged[9] ^= 1;
    assertFalse(download.accept(new Piece(first, forged, 0, forged.length)));
    assertFalse(download.accept(new Piece(first, forged, 0, 10)));
    assertEquals(2, download.refused());
    assertTrue(download.accept(new Piece(first, bytes, 0, PieceManifest.PIECE)));
  }

  @Test
  void equalPiecesAreSentOnce() {
    byte[] zeros = new byte[PieceManifest.PIECE * 3];
    PieceManifest manifest = PieceManifest.of(zeros);
    PieceDownload download = new PieceDownload(manifest, Map.of(), new byte[manifest.size()]);
    assertEquals(1, download.next().size());
    assertTrue(
        download.accept(new Piece(manifest.pieces().getFirst(), zeros, 0, PieceManifest.PIECE)));
    assertTrue(download.whole());
  }
}
