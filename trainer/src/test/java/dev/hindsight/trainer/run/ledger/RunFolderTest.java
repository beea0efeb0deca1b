package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The name of a run's folder, and what happens to the folder of a run that was killed before the
/// ledger had it.
class RunFolderTest {
  private static final String TEN = "2026-11-28T10:00:00Z";
  private static final Instant NOW = Instant.parse(TEN);

  @TempDir private Path home;
  private RunFolder orphan = new RunFolder(Path.of("x"));

  @BeforeEach
  void leave() throws IOException {
    orphan = new RunFolder(home.resolve("darkroom-20260101-000000"));
    Files.createDirectories(orphan.tensorBoard());
    Files.createFile(orphan.lock());
    Files.createFile(orphan.metrics());
    age(NOW.minusSeconds(3600));
  }

  private void age(Instant time) throws IOException {
    Files.setLastModifiedTime(orphan.path(), FileTime.from(time));
  }

  private void begin() {
    RunLedger ledger = new RunLedger(home.resolve("ledger.jsonl"));
    RunFolder made = RunFolder.create(home, "orphans", NOW, ledger);
    assertTrue(Files.isDirectory(made.path()));
  }

  @Test
  void aNameThatAnotherProcessHasJustTakenElsewhereIsNotTakenAgain() throws IOException {
    RunLedger ledger = new RunLedger(home.resolve("ledger.jsonl"));
    String name = "darkroom-20261128-100000-00ab";
    assertTrue(new RunLedger(home.resolve("ledger.jsonl")).reserve(new RunId(name), Instant.now()));
    Iterator<Integer> drawn = List.of(0xab, 0xcd).iterator();
    RunFolder made =
        RunFolder.create(home.resolve("elsewhere"), "darkroom", NOW, ledger, drawn::next);
    assertEquals("darkroom-20261128-100000-00cd", made.id().text());
  }

  /// As two machines do, which have a ledger each.
  @Test
  void runsThatBeginInTheSameSecondWithoutACommonLedgerHaveDifferentNames() {
    Set<String> names = new HashSet<>();
    for (String machine : List.of("one", "two", "three")) {
      RunLedger ledger = new RunLedger(home.resolve(machine).resolve("ledger.jsonl"));
      RunFolder made = RunFolder.create(home.resolve(machine), "darkroom", NOW, ledger);
      assertTrue(made.id().text().matches("darkroom-20261128-100000-[0-9a-f]{4}"), made.toString());
      names.add(made.id().text());
    }
    assertTrue(names.size() > 1, names.toString());
  }

  @Test
  void aNameThatNobodyUsedIsFreeAgainAfterAWhile() throws IOException {
    RunLedger ledger = new RunLedger(home.resolve("ledger.jsonl"));
    RunId name = new RunId("darkroom-20261128-100000");
    Instant now = Instant.now();
    assertTrue(ledger.reserve(name, now));
    assertFalse(ledger.reserve(name, now));
    assertTrue(ledger.reserve(name, now.plusSeconds(3600)));
  }

  @Test
  void itIsDeletedWhenTheNextRunBegins() {
    begin();
    assertFalse(Files.exists(orphan.path()));
  }

  @Test
  void itStaysWhileARunMayJustBeBeginningInIt() throws IOException {
    age(NOW.minusSeconds(60));
    begin();
    assertTrue(Files.exists(orphan.path()));
  }

  @Test
  void itStaysWhileAProcessHasItsLock() {
    try (RunLock _ = RunLock.take(orphan)) {
      begin();
      assertTrue(Files.exists(orphan.path()));
    }
  }

  @Test
  void itStaysIfThereIsAnythingInIt() throws IOException {
    Files.writeString(orphan.metrics(), "{}");
    age(NOW.minusSeconds(3600));
    begin();
    assertTrue(Files.exists(orphan.path()));
    Files.writeString(orphan.metrics(), "");
    Path checkpoint = Files.createFile(orphan.latest());
    age(NOW.minusSeconds(3600));
    begin();
    assertTrue(Files.exists(checkpoint));
  }

  @Test
  void otherFoldersStay() throws IOException {
    // Someone's copy of the TensorBoard files alone has a name that begins like a run's.
    for (String name : List.of("notes", "darkroom-20260101-000000-bad")) {
      Path other = Files.createDirectory(home.resolve(name));
      Files.createDirectory(other.resolve("tensorboard"));
      Files.setLastModifiedTime(other, FileTime.from(NOW.minusSeconds(3600)));
      begin();
      assertTrue(Files.isDirectory(other), name);
    }
  }

  @Test
  void foldersOfEveryVersionsRunsAreDeleted() throws IOException {
    for (String end : List.of("", "-2", "-0a9f")) {
      Path left = Files.createDirectories(home.resolve("darkroom-20260101-000001" + end));
      Files.setLastModifiedTime(left, FileTime.from(NOW.minusSeconds(3600)));
      begin();
      assertFalse(Files.exists(left), end);
    }
  }
}
