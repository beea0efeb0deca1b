package dev.hindsight.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Separate home, data and cache folders for a test until it is closed: the test neither finds a
/// user's files nor leaves any behind.
public final class TemporaryHome implements AutoCloseable {
  private final Map<String, String> before = new HashMap<>();

  private TemporaryHome() {}

  /// Only another data folder, with the ledger of runs: caches of libraries stay.
  public static TemporaryHome ofData(Path data) {
    TemporaryHome moved = new TemporaryHome();
    moved.move("hindsight.data", data);
    return moved;
  }

  /// @param home the folder that contains all of them
  public TemporaryHome(Path home) {
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
