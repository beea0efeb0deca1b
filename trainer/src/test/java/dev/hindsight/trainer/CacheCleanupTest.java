package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheCleanupTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  @TempDir private Path parent;

  private void unpacked(String version, int daysAgo) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(version).resolve("inner"));
    Files.createFile(folder.resolve("libtorch.so"));
    Files.setLastModifiedTime(
        parent.resolve(version), FileTime.from(NOW.minus(Duration.ofDays(daysAgo))));
  }

  private List<String> left() throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anOlderVersionGoesOnceNobodyHasUsedItForAMonth() throws IOException {
    unpacked("2.6.0-cpu", 31);
    unpacked("2.7.0-cpu", 29);
    unpacked("2.7.1-cpu", 400);
    CacheCleanup.keep(parent, Files::isDirectory, name -> name.startsWith("2.7.1-"), NOW);
    assertEquals(List.of("2.7.0-cpu", "2.7.1-cpu"), left());
  }

  @Test
  void useKeepsAVersionForAnotherMonth() throws IOException {
    unpacked("2.7.1-cpu", 400);
    CacheCleanup.keep(parent, Files::isDirectory, name -> name.startsWith("2.7.1-"), NOW);
    CacheCleanup.keep(parent, Files::isDirectory, _ -> false, NOW.plus(Duration.ofDays(29)));
    assertEquals(List.of("2.7.1-cpu"), left());
    CacheCleanup.keep(parent, Files::isDirectory, _ -> false, NOW.plus(Duration.ofDays(31)));
    assertEquals(List.of(), left());
  }

  @Test
  void filesBesideTheFoldersStayAndSoDoesWhatALinkPointsTo(@TempDir Path elsewhere)
      throws IOException {
    Files.createFile(parent.resolve(".lock"));
    Files.createFile(elsewhere.resolve("mine"));
    unpacked("2.6.0-cpu", 31);
    Files.createSymbolicLink(parent.resolve("2.6.0-cpu/inner/link"), elsewhere);
    Files.setLastModifiedTime(
        parent.resolve("2.6.0-cpu"), FileTime.from(NOW.minus(Duration.ofDays(31))));
    CacheCleanup.keep(parent, Files::isDirectory, _ -> false, NOW);
    assertEquals(List.of(".lock"), left());
    assertEquals(true, Files.exists(elsewhere.resolve("mine")));
  }

  @Test
  void aFileGoesAsAFolderDoesAndFoldersBesideTheFilesStay() throws IOException {
    file("old.rollout", 31);
    file("young.rollout", 29);
    file("open.rollout", 400);
    unpacked("2.6.0-cpu", 31);
    CacheCleanup.keep(parent, Files::isRegularFile, "open.rollout"::equals, NOW);
    assertEquals(List.of("2.6.0-cpu", "open.rollout", "young.rollout"), left());
  }

  private void file(String name, int daysAgo) throws IOException {
    Files.createFile(parent.resolve(name));
    Files.setLastModifiedTime(
        parent.resolve(name), FileTime.from(NOW.minus(Duration.ofDays(daysAgo))));
  }

  @Test
  void whereNothingWasUnpackedThereIsNothingToDo() {
    assertDoesNotThrow(() -> CacheCleanup.keep(parent.resolve("none"), _ -> true, _ -> true, NOW));
  }
}
