package dev.hindsight.app.fx;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.NativeCache;
import dev.hindsight.trainer.NativeFolder;
import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javafx.application.Platform;

/// Starts JavaFX, once per process.
public final class JavaFxToolkit {
  private static final String PLATFORM = "glass.platform";
  private static final String GTK = wording("JavaFxToolkit.debian_and_ubuntu_apt_get_install");

  private JavaFxToolkit() {}

  /// Whether a window can be shown: there is a display, or `-Dglass.platform=Headless` selects the
  /// headless platform.
  public static boolean available() {
    return headless() || displayed(System.getProperty("os.name"), System.getenv());
  }

  /// Starts JavaFX and runs work on the FX thread; returns at once.
  ///
  /// @throws Problem if there is no display, or the system lacks what the toolkit needs; the
  ///   toolkit's own failure says neither, and leaves a thread behind that keeps the process alive
  public static void start(Runnable onFxThread) {
    if (!available()) {
      throw new Problem(
          wording("JavaFxToolkit.there_is_no_display_to_open"),
          wording("JavaFxToolkit.the_environment_variables_display"),
          wording("JavaFxToolkit.log_in_to_a_desktop_or"));
    }
    if (headless()) {
      System.setProperty("prism.order", "sw");
      // Painting a region again takes less time than copying it from a cache.
      System.setProperty("prism.disableRegionCaching", "true");
      System.setProperty("java.awt.headless", "true");
    }
    // JavaFX from jars unpacks its libraries, by default into a folder in the user's home.
    if (NativeFolder.installed().isEmpty()) {
      System.getProperties().putIfAbsent("javafx.cachedir", CacheFolder.of("javafx").toString());
      var _ = NativeCache.checked(Path.of(System.getProperty("javafx.cachedir")));
    }
    try {
      Platform.startup(onFxThread);
    } catch (RuntimeException | LinkageError failure) {
      throw refused(failure);
    }
  }

  /// A toolkit that failed to start, described for the user.
  static Problem refused(Throwable failure) {
    String words = String.valueOf(failure.getMessage());
    if (words.contains("DISPLAY")) {
      return new Problem(
          wording("JavaFxToolkit.the_display_cannot_be_opened"),
          wording("JavaFxToolkit.the_environment_variables_display"),
          wording("JavaFxToolkit.log_in_to_a_desktop_or"));
    }
    if (words.contains("GTK") || words.contains("gtk")) {
      return new Problem(
          wording("JavaFxToolkit.the_window_needs_gtk_3_which"),
          wording("JavaFxToolkit.the_libraries_of_the_system"),
          wording("JavaFxToolkit.install_it_every_other_command_works", GTK));
    }
    return new Problem(
        wording("JavaFxToolkit.javafx_does_not_start", words.lines().findFirst().orElse("")),
        wording("JavaFxToolkit.the_libraries_of_the_system"),
        wording("JavaFxToolkit.install_what_a_desktop_needs_every", GTK));
  }

  /// As [#start(Runnable)], on the headless platform and painted in software, with any display or
  /// none: for pictures and measurements.
  public static void startHeadless(Runnable onFxThread) {
    System.setProperty(PLATFORM, "Headless");
    // Several windows follow each other: closing the first must not stop the toolkit.
    Platform.setImplicitExit(false);
    start(onFxThread);
  }

  /// Stops JavaFX.
  public static void stop() {
    Platform.exit();
  }

  /// Windows and macOS always have a display; on Unix an environment variable names it.
  static boolean displayed(String system, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    return name.startsWith("windows")
        || name.startsWith("mac")
        || set(environment, "DISPLAY")
        || set(environment, "WAYLAND_DISPLAY");
  }

  private static boolean headless() {
    return "Headless".equalsIgnoreCase(System.getProperty(PLATFORM));
  }

  private static boolean set(Map<String, String> environment, String name) {
    return !environment.getOrDefault(name, "").isBlank();
  }
}
