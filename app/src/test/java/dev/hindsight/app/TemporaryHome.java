package dev.hindsight.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A home, data and cache folder of a test's own, until it is closed: it neither finds what a user
/// has nor leaves anything behind.
final class TemporaryHome implements AutoCloseable {
  private final Map<String, String> before = new HashMap<>();

  /// @param home where all of them are from now on
  TemporaryHome(Path home) {
    move("user.home", home);
    move("hindsight.data", home.resolve("data"));
    move("hindsight.cache", home.resolve("cache"));
  }

  private void move(String property, Path folder) {
    before.put(property, System.getProperty(property, ""));
    System.setProperty(property, folder.toString());
  }

  @Override
  public void close() {
    before.forEach((property, value) -> {
      if (value.isEmpty()) {
        System.clearProperty(property);
      } else {
        System.setProperty(property, value);
      }
    });
  }
}
