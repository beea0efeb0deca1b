package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] OLD = bytes("the old words");
  private static final byte[] NEW = bytes("new");

  @TempDir Path folder;

  @Test
  void aFileIsMadeAndReplaced() throws IOException {
    Path file = folder.resolve("x.json");
    AtomicFile.write(file, OLD);
    assertEquals("the old words", Files.readString(file));
    AtomicFile.write(file, NEW);
    assertEquals("new", Files.readString(file));
    assertEquals(List.of("x.json"), names());
  }

  @Test
  void itsSizeIsToldAndItMayBeWrittenInPieces() throws IOException {
    Path file = folder.resolve("x.csv");
    assertEquals(
        6,
        AtomicFile.write(
            file,
            out -> {
              out.write(NEW);
              out.write(NEW);
            }));
    assertEquals("newnew", Files.readString(file));
  }

  @Test
  void theNumberOfAFileWhoseNameIsTakenStandsBeforeItsExtension() {
    Path wanted = folder.resolve("policy-5.6.json");
    assertEquals(wanted, AtomicFile.numbered(wanted, _ -> true));
    Path third = folder.resolve("policy-5.6-3.json");
    assertEquals(third, AtomicFile.numbered(wanted, third::equals));
  }

  /// One lists the parts of killed writers while another publishes its own.
  @Test
  void writersOfOneFileDoNotDisturbEachOther() throws Exception {
    Path file = folder.resolve("x.json");
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        all.add(
            writers.submit(() -> {
              for (int i = 0; i < 500; i++) {
                Files.delete(AtomicFile.part(file, Files::createFile));
              }
              return null;
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertEquals(List.of(), names());
  }

  /// What a full disk does: some bytes are taken, then one write fails.
  @Test
  void aWriteThatFailsLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = folder.resolve("x.json");
    AtomicFile.write(file, OLD);
    assertThrows(
        IOException.class,
        () ->
            AtomicFile.write(
                file,
                out -> {
                  out.write(new byte[1 << 20]);
                  throw new IOException("No space left on device");
                }));
    assertEquals("the old words", Files.readString(file));
    assertEquals(List.of("x.json"), names());
  }

  @Test
  void aCancelledWriteLeavesNothing() {
    Path file = folder.resolve("x.json");
    assertThrows(
        IllegalStateException.class,
        () ->
            AtomicFile.write(
                file,
                _ -> {
                  throw new IllegalStateException("cancelled");
                }));
    assertEquals(List.of(), names());
  }

  @Test
  void aTargetThatCannotBeReplacedLeavesNothingBeside() throws IOException {
    Path file = folder.resolve("x.json");
    Files.createDirectories(file.resolve("inside"));
    assertThrows(IOException.class, () -> AtomicFile.write(file, NEW));
    assertEquals(List.of("x.json"), names());
  }

  @Test
  void aFolderThatIsNotThereIsSaidSo() {
    assertThrows(
        NoSuchFileException.class,
        () -> AtomicFile.write(folder.resolve("none").resolve("x.json"), NEW));
  }

  /// A name in another folder, and so perhaps on another disk, could not be changed at once.
  @Test
  void untilItIsWholeItLiesBesideTheOldFileWhichStaysReadable() throws IOException {
    Path file = folder.resolve("x.json");
    AtomicFile.write(file, OLD);
    List<String> during = new ArrayList<>();
    long _ =
        AtomicFile.write(
            file,
            out -> {
              out.write(NEW);
              out.flush();
              during.addAll(names());
              during.add(Files.readString(file));
            });
    assertEquals(3, during.size());
    assertEquals("x.json", during.get(0));
    assertTrue(during.get(1).startsWith("x.json.") && during.get(1).endsWith(".part"));
    assertEquals("the old words", during.get(2));
  }

  @Test
  void twoMayWriteAtOnceAndTheLastWins() throws IOException {
    Path file = folder.resolve("x.json");
    try (AtomicFile one = AtomicFile.beside(file);
        AtomicFile other = AtomicFile.beside(file)) {
      Files.write(one.path(), OLD);
      Files.write(other.path(), NEW);
      assertEquals(NEW.length, other.publish());
      assertEquals("new", Files.readString(file));
      assertEquals(OLD.length, one.publish());
    }
    assertEquals("the old words", Files.readString(file));
    assertEquals(List.of("x.json"), names());
  }

  @Test
  void throughASymbolicLinkTheFileThatItLeadsToIsReplaced() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path real = Files.writeString(elsewhere.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("settings.json"), real);
    AtomicFile.write(link, "new".getBytes(StandardCharsets.UTF_8));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(real));
    try (Stream<Path> there = Files.list(elsewhere)) {
      assertEquals(List.of(real), there.toList());
    }

    Files.delete(real);
    AtomicFile.write(link, "again".getBytes(StandardCharsets.UTF_8));
    assertTrue(Files.isSymbolicLink(link), "the file that it leads to is made");
    assertEquals("again", Files.readString(real));
  }

  @Test
  void aChainOfRelativeLinksIsFollowedToItsEnd() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path deep = Files.createDirectories(folder.resolve("a/b"));
    Path there = Files.createSymbolicLink(folder.resolve("there"), deep);
    // Through a folder that is a link itself, ".." leads to what is above its target.
    Path second = Files.createSymbolicLink(there.resolve("x"), Path.of("../../elsewhere/y"));
    Path first = Files.createSymbolicLink(folder.resolve("x"), Path.of("there/x"));
    AtomicFile.write(first, NEW);
    assertEquals("new", Files.readString(elsewhere.resolve("y")));
    assertTrue(Files.isSymbolicLink(first) && Files.isSymbolicLink(second));
  }

  @Test
  void linksThatFormALoopAreRefused() throws IOException {
    Path one = folder.resolve("one");
    Path other = Files.createSymbolicLink(folder.resolve("other"), one);
    Files.createSymbolicLink(one, other);
    IOException refused = assertThrows(IOException.class, () -> AtomicFile.write(one, NEW));
    assertEquals("its symbolic links form a loop", Problem.reason(refused));
    Problem early = assertThrows(Problem.class, () -> OutputFile.requirePlace(one));
    assertEquals(
        "one: its symbolic links form a loop - choose another name",
        early.getMessage().replace(folder + "/", ""));
    assertEquals(List.of("one", "other"), names());
  }

  @Test
  void aCopyIsWhole() throws IOException {
    Path source = folder.resolve("a");
    AtomicFile.write(source, OLD);
    AtomicFile.copy(source, folder.resolve("b"));
    assertEquals("the old words", Files.readString(folder.resolve("b")));
    assertThrows(
        IOException.class, () -> AtomicFile.copy(folder.resolve("missing"), folder.resolve("b")));
    assertEquals("the old words", Files.readString(folder.resolve("b")));
    assertEquals(List.of("a", "b"), names());
  }

  @Test
  void whatAKilledProcessLeftIsDeletedAfterADay() throws IOException {
    Path old = Files.createFile(folder.resolve("x.json.1f.part"));
    Path recent = Files.createFile(folder.resolve("x.json.2f.part"));
    Path another = Files.createFile(folder.resolve("y.json.3f.part"));
    Path recording = Files.createFile(folder.resolve("x.json.part"));
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(3)));
    for (Path path : List.of(old, another, recording)) {
      Files.setLastModifiedTime(path, longAgo);
    }
    AtomicFile.write(folder.resolve("x.json"), NEW);
    assertEquals(List.of("x.json", "x.json.2f.part", "x.json.part", "y.json.3f.part"), names());
    assertTrue(Files.exists(recent));
  }

  @Test
  void othersMayReadItAsAnyFileMadeThere() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path plain = Files.createFile(folder.resolve("plain"));
    AtomicFile.write(folder.resolve("x.json"), NEW);
    assertEquals(
        Files.getPosixFilePermissions(plain),
        Files.getPosixFilePermissions(folder.resolve("x.json")));
  }

  private List<String> names() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
