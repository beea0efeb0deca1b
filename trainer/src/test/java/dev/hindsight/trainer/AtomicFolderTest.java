package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFolderTest {
  @TempDir Path folder;

  @Test
  void aNewFolderAppearsWithAllItsFiles() throws IOException {
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
      assertEquals(List.of(), visible());
      fresh.publish();
    }
    assertEquals(List.of("sites", "sites/a", "sites/a/1", "sites/b", "sites/b/2"), all());
  }

  @Test
  void throughALinkThatLeadsNowhereTheFolderThatItNamesIsMade() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("sites"), Path.of("there"));
    try (AtomicFolder fresh = AtomicFolder.of(link)) {
      fill(fresh);
      fresh.publish();
    }
    assertEquals(Path.of("there"), Files.readSymbolicLink(link));
    assertEquals("one", Files.readString(folder.resolve("there/a/1")));
  }

  @Test
  void filesJoinThoseOfAFolderThatExists() throws IOException {
    Path target = Files.createDirectories(folder.resolve("sites/a"));
    Files.writeString(target.resolve("0"), "mine");
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
      fresh.publish();
    }
    assertEquals(
        List.of("sites", "sites/a", "sites/a/0", "sites/a/1", "sites/b", "sites/b/2"), all());
  }

  @Test
  void whatIsNotPublishedLeavesNothing() throws IOException {
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
    }
    assertEquals(List.of(), all());
    Files.createDirectory(folder.resolve("sites"));
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
    }
    assertEquals(List.of("sites"), all());
  }

  @Test
  void noFileThatExistsIsReplacedAndNoOtherAppears() throws IOException {
    Path target = Files.createDirectories(folder.resolve("sites/b"));
    Files.writeString(target.resolve("2"), "mine");
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
      assertThrows(FileAlreadyExistsException.class, fresh::publish);
    }
    assertEquals(List.of("sites", "sites/b", "sites/b/2"), all());
    assertEquals("mine", Files.readString(target.resolve("2")));
  }

  @Test
  void filesThatHaveAppearedGoAgainIfTheNextCannot() throws IOException {
    Files.createDirectory(folder.resolve("sites"));
    Files.writeString(folder.resolve("sites/b"), "a file where a folder should be");
    try (AtomicFolder fresh = AtomicFolder.of(folder.resolve("sites"))) {
      fill(fresh);
      assertThrows(FileSystemException.class, fresh::publish);
    }
    assertEquals(List.of("sites", "sites/b"), all());
  }

  private static void fill(AtomicFolder fresh) throws IOException {
    Files.writeString(Files.createDirectory(fresh.path().resolve("a")).resolve("1"), "one");
    Files.writeString(Files.createDirectory(fresh.path().resolve("b")).resolve("2"), "two");
  }

  private List<String> visible() throws IOException {
    return all().stream().filter(name -> !name.startsWith(".")).toList();
  }

  private List<String> all() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    }
  }
}
