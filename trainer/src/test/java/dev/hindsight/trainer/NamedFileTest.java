package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFileTest {
  /// No system allows this one, as Windows allows no colon.
  private static final String IMPOSSIBLE = "scripted\0timid";

  @TempDir private Path folder;

  @Test
  void aNameThatNoFileCanHaveIsANameAndNoFile() {
    assertEquals(Optional.empty(), NamedFile.path(IMPOSSIBLE));
    assertEquals(Optional.empty(), NamedFile.existing(IMPOSSIBLE));
    assertEquals(Optional.empty(), NamedFile.regular(IMPOSSIBLE));
    assertEquals(IMPOSSIBLE, NamedFile.lastPart(IMPOSSIBLE));
  }

  @Test
  void aBlankTextMeansNoFileAndNotTheWorkingFolder() {
    assertEquals(Optional.empty(), NamedFile.existing(""));
    assertEquals("", NamedFile.lastPart(""));
  }

  @Test
  void aFolderIsThereButIsNoFile() throws Exception {
    Path file = Files.createFile(folder.resolve("policy.safetensors"));
    assertEquals(Optional.of(file), NamedFile.regular(file.toString()));
    assertEquals(Optional.of(folder), NamedFile.existing(folder.toString()));
    assertEquals(Optional.empty(), NamedFile.regular(folder.toString()));
    assertEquals("policy.safetensors", NamedFile.lastPart(file.toString()));
    assertEquals("/", NamedFile.lastPart("/"));
  }
}
