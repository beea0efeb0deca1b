package dev.hindsight.app;

import dev.hindsight.app.fx.Toolkit;
import dev.hindsight.app.settings.ConfigFolder;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.PreferencesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// The window as the command line sees it.
public final class Desktop {
  private Desktop() {}

  /// Whether [#open] would find a display.
  public static boolean available() {
    return Toolkit.available();
  }

  /// Opens the window with files in it and waits until it is closed. Once in the life of the
  /// process.
  ///
  /// @param files rollouts, checkpoints or maps
  /// @return the exit code
  /// @throws dev.hindsight.trainer.Problem if there is no display
  public static int open(List<Path> files) {
    PreferencesFile file = new PreferencesFile(ConfigFolder.locate());
    AtomicReference<Preferences> preferences = new AtomicReference<>(file.read());
    CountDownLatch closed = new CountDownLatch(1);
    Toolkit.start(() -> Composition.show(preferences, files, closed::countDown));
    await(closed);
    Toolkit.stop();
    try {
      file.write(preferences.get());
    } catch (IOException _) {
      // A read-only home is no reason to fail: the window just remembers nothing.
    }
    return 0;
  }

  private static void await(CountDownLatch closed) {
    try {
      closed.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }
}
