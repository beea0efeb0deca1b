package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheFolderTest {
  private static final Path HOME = Path.of("/home/ada");

  @Test
  void linuxFollowsXdg() {
    assertEquals(
        Path.of("/fast/hindsight"),
        CacheFolder.locate("Linux", HOME, Map.of("XDG_CACHE_HOME", "/fast")));
  }

  @Test
  void linuxWithoutXdgUsesDotCache() {
    assertEquals(HOME.resolve(".cache/hindsight"), CacheFolder.locate("Linux", HOME, Map.of()));
  }

  @Test
  void aRelativeXdgPathIsIgnored() {
    assertEquals(
        HOME.resolve(".cache/hindsight"),
        CacheFolder.locate("Linux", HOME, Map.of("XDG_CACHE_HOME", "cache")));
  }

  @Test
  void macUsesLibraryCaches() {
    assertEquals(
        HOME.resolve("Library/Caches/Hindsight"),
        CacheFolder.locate("Mac OS X", HOME, Map.of("XDG_CACHE_HOME", "/fast")));
  }

  @Test
  void windowsUsesLocalAppData() {
    assertEquals(
        Path.of("/local/Hindsight/Cache"),
        CacheFolder.locate("Windows 11", HOME, Map.of("LOCALAPPDATA", "/local")));
  }
}
