package dev.hindsight.app.settings;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What the window remembers.
///
/// @param theme dark or light
/// @param window how large it was
/// @param recent files opened last, newest first
@JsonIgnoreProperties(ignoreUnknown = true)
public record Preferences(Theme theme, WindowPlace window, List<Path> recent) {
  /// How many files are remembered.
  public static final int MOST_RECENT = 12;

  /// The first time.
  public static final Preferences INITIAL =
      new Preferences(Theme.DARK, WindowPlace.INITIAL, List.of());

  /// Keeps the newest files; refuses what a cut-off file leaves out.
  public Preferences {
    Objects.requireNonNull(theme, "theme");
    Objects.requireNonNull(window, "window");
    recent = recent.stream().distinct().limit(MOST_RECENT).toList();
  }

  /// With another theme.
  public Preferences with(Theme other) {
    return new Preferences(other, window, recent);
  }

  /// With another window size.
  public Preferences with(WindowPlace other) {
    return new Preferences(theme, other, recent);
  }

  /// With a file that was just opened.
  public Preferences opened(Path file) {
    Path whole = file.toAbsolutePath().normalize();
    return new Preferences(
        theme, window, Stream.concat(Stream.of(whole), recent.stream()).toList());
  }

  /// Without a file that is no longer there.
  public Preferences forgetting(Path file) {
    return new Preferences(theme, window, recent.stream().filter(f -> !f.equals(file)).toList());
  }
}
