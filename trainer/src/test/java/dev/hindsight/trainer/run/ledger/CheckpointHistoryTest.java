package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.run.ledger.CheckpointHistory.Kind;
import dev.hindsight.trainer.run.ledger.CheckpointHistory.Version;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which versions of a policy stay.
class CheckpointHistoryTest {
  private static final long EVERY = 10;
  private static final int BYTES = 100;

  @TempDir private Path folder;

  @Test
  void theNewestStayCloseTogetherAndOlderOnesFartherAndFartherApart() {
    train(2000, Long.MAX_VALUE, List.of());
    List<Long> kept = updates();
    assertTrue(kept.size() < 60, kept.size() + " of 200");
    for (long recent = 2000; recent > 2000 - CheckpointHistory.DENSE * EVERY; recent -= EVERY) {
      assertTrue(kept.contains(recent), recent + " of " + kept);
    }
    for (int i = 1; i < kept.size(); i++) {
      long gap = kept.get(i) - kept.get(i - 1);
      long age = 2000 - kept.get(i - 1);
      assertTrue(gap <= Math.max(EVERY, age / 2), "a gap of " + gap + " at age " + age);
    }
    assertTrue(kept.getFirst() <= 1024, "the first half is still there: " + kept);
  }

  @Test
  void theBestIsKeptHoweverOldItIs() {
    train(1000, Long.MAX_VALUE, List.of(1L, 2L, 3L, 4L, 13L));
    assertTrue(updates().contains(13L), updates().toString());
    train(1000, 5 * BYTES, List.of(13L));
    assertTrue(updates().contains(13L), updates().toString());
  }

  @Test
  void manyBestsInARowAreThinnedToo() {
    List<Long> bests = new ArrayList<>();
    for (long update = 1; update <= 400; update++) {
      bests.add(update);
    }
    train(400, Long.MAX_VALUE, bests);
    assertTrue(updates().size() < 90, updates().size() + " of 400");
    assertTrue(updates().contains(400L));
  }

  @Test
  void theSpaceIsBoundedAtEveryUpdate() {
    SplittableRandom random = new SplittableRandom(5);
    CheckpointHistory history = history(1_000);
    for (long update = 1; update <= 500; update++) {
      int size = random.nextInt(1, 200);
      history.add(
          update, random.nextInt(9) == 0 ? Kind.BEST : Kind.REGULAR, file -> fill(file, size));
      long bytes = CheckpointHistory.versions(run()).stream().mapToLong(Version::bytes).sum();
      assertTrue(bytes <= 1_000, bytes + " bytes after update " + update);
    }
  }

  @Test
  void whatIsLostWithTheProcessIsForgotten() {
    train(50, Long.MAX_VALUE, List.of());
    history(Long.MAX_VALUE).forgetAfter(34);
    assertEquals(List.of(10L, 20L, 30L), updates());
  }

  @Test
  void whatAKilledProcessLeftHalfWrittenIsDeleted() throws IOException {
    train(20, Long.MAX_VALUE, List.of());
    Path version = run().versions().resolve("update-30.safetensors.17af3bb882ee.part");
    Path latest = run().path().resolve("latest.safetensors.17af3bb882ee.part");
    Path other = run().path().resolve("label.json.17af3bb882ee.part");
    for (Path left : List.of(version, latest, other)) {
      fill(left, BYTES);
    }
    history(Long.MAX_VALUE).forgetAfter(20);
    assertEquals(List.of(10L, 20L), updates());
    assertFalse(Files.exists(version));
    assertFalse(Files.exists(latest));
    assertTrue(Files.exists(other), "others may write it now");
  }

  @Test
  void withoutAnIntervalNothingIsWritten() {
    new CheckpointHistory(run(), 0, Long.MAX_VALUE).add(10, Kind.BEST, file -> fill(file, 1));
    assertTrue(Files.notExists(run().versions()));
  }

  private void train(long updates, long most, List<Long> bests) {
    CheckpointHistory history = history(most);
    for (long update = 1; update <= updates; update++) {
      Kind kind = bests.contains(update) ? Kind.BEST : Kind.REGULAR;
      history.add(update, kind, file -> fill(file, BYTES));
    }
  }

  private CheckpointHistory history(long most) {
    return new CheckpointHistory(run(), EVERY, most);
  }

  private RunFolder run() {
    return new RunFolder(folder);
  }

  private List<Long> updates() {
    return CheckpointHistory.versions(run()).stream().map(Version::update).toList();
  }

  private static void fill(Path file, int bytes) {
    try {
      Files.write(file, new byte[bytes]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
