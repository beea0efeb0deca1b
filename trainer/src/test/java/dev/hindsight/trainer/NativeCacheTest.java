package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has other permissions")
class NativeCacheTest {
  @TempDir private Path folder;

  private static Path open(Path folder, String permissions) throws IOException {
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aNewFolderIsItsUsersAlone() throws IOException {
    Path made = NativeCache.checked(folder.resolve("cache/ffmpeg"));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
    try (var left = Files.list(made)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void aFolderThatOthersCanWriteIsRefused() throws IOException {
    Path cache = open(Files.createDirectory(folder.resolve("cache")), "rwxrwxrwx");
    Problem refused = assertThrows(Problem.class, () -> NativeCache.checked(cache));
    assertTrue(refused.what().contains("other users can write"), refused.getMessage());
    var _ = open(cache, "rwxr-xr-x");
    assertEquals(cache.toRealPath(), NativeCache.checked(cache));
  }

  /// Who can write the folder above can put another folder in its place.
  @Test
  void aFolderBelowOneThatOthersCanWriteIsRefused() throws IOException {
    Path above = open(Files.createDirectory(folder.resolve("above")), "rwxrwxrwx");
    Path cache = above.resolve("cache");
    assertThrows(Problem.class, () -> NativeCache.checked(cache));
    // As among the temporary files: others can add, but not replace.
    Files.setAttribute(above, "unix:mode", 01777);
    assertEquals(cache.toRealPath(), NativeCache.checked(cache));
  }

  @Test
  void aFolderOfAnotherUserIsRefused() throws IOException {
    Path cache = Files.createDirectory(folder.resolve("cache"));
    try {
      Files.setAttribute(cache, "unix:uid", 12345);
    } catch (IOException _) {
      org.junit.jupiter.api.Assumptions.abort("only an administrator can give folders away");
    }
    Problem refused = assertThrows(Problem.class, () -> NativeCache.checked(cache));
    assertTrue(refused.what().contains("belongs to 12345"), refused.getMessage());
  }

  @Test
  void whereNoFolderCanBeMadeItSaysSo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThrows(Problem.class, () -> NativeCache.checked(file.resolve("cache")));
  }
}
