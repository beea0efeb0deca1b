package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigFolderTest {
  private static final Path HOME = Path.of("/home/ada");

  @Test
  void linuxFollowsTheXdgSpecification() {
    assertEquals(
        Path.of("/home/ada/.config/hindsight"), ConfigFolder.locate("Linux", HOME, Map.of()));
    assertEquals(
        Path.of("/etc/xdg/hindsight"),
        ConfigFolder.locate("Linux", HOME, Map.of("XDG_CONFIG_HOME", "/etc/xdg")));
  }

  @Test
  void relativeXdgFolderIsIgnored() {
    assertEquals(
        Path.of("/home/ada/.config/hindsight"),
        ConfigFolder.locate("Linux", HOME, Map.of("XDG_CONFIG_HOME", "config")));
  }

  @Test
  void macAndWindowsHaveTheirOwnPlaces() {
    assertEquals(
        Path.of("/home/ada/Library/Application Support/Hindsight"),
        ConfigFolder.locate("Mac OS X", HOME, Map.of()));
    assertEquals(
        Path.of("/roaming/Hindsight"),
        ConfigFolder.locate("Windows 11", HOME, Map.of("APPDATA", "/roaming")));
  }
}
