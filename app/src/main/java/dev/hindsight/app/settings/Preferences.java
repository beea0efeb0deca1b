package dev.hindsight.app.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The settings that the window stores.
///
/// @param theme dark or light
/// @param window its size
/// @param recent files opened last, newest first
/// @param fontPercent text size, in per cent of the usual one, one of [#FONT_PERCENTS]; 0 for a
///   file without it; the nearest one for any other number
/// @param atStart what to open at the start; the last session for a file without it
public record Preferences(
    Theme theme, WindowSize window, List<Path> recent, int fontPercent, AtStart atStart) {
  /// What the window opens if it is started without files.
  public enum AtStart {
    /// The last session.
    LAST_SESSION,
    /// The welcome page.
    NOTHING
  }

  /// The available text sizes, in per cent of the usual one.
  public static final List<Integer> FONT_PERCENTS = List.of(80, 90, 100, 110, 125, 150, 175, 200);

  private static final int USUAL = 100;

  /// The most recent files that are kept.
  public static final int MOST_RECENT = 12;

  /// The settings at the first start.
  public static final Preferences INITIAL =
      new Preferences(Theme.DARK, WindowSize.INITIAL, List.of());

  /// Keeps the newest files; rejects values that a cut-off file lacks.
  public Preferences {
    atStart = Objects.requireNonNullElse(atStart, AtStart.LAST_SESSION);
    Objects.requireNonNull(theme, "theme");
    Objects.requireNonNull(window, "window");
    recent = recent.stream().distinct().limit(MOST_RECENT).toList();
    fontPercent = fontPercent == 0 ? USUAL : nearest(fontPercent);
  }

  /// With text of the usual size.
  public Preferences(Theme theme, WindowSize window, List<Path> recent) {
    this(theme, window, recent, USUAL);
  }

  /// With the last session at the start.
  public Preferences(Theme theme, WindowSize window, List<Path> recent, int fontPercent) {
    this(theme, window, recent, fontPercent, AtStart.LAST_SESSION);
  }

  /// With another choice of what to open at the start.
  public Preferences with(AtStart other) {
    return new Preferences(theme, window, recent, fontPercent, other);
  }

  private static int nearest(int percent) {
    // Without a comparator: Java would generate its class at every start.
    int nearest = FONT_PERCENTS.getFirst();
    for (int size : FONT_PERCENTS) {
      if (Math.abs((long) size - percent) < Math.abs((long) nearest - percent)) {
        nearest = size;
      }
    }
    return nearest;
  }

  /// With larger text by a number of steps, or smaller below 0, within the available sizes.
  public Preferences sized(int steps) {
    int place = FONT_PERCENTS.indexOf(fontPercent) + steps;
    return ofSize(FONT_PERCENTS.get(Math.clamp(place, 0, FONT_PERCENTS.size() - 1)));
  }

  /// With text of the usual size.
  public Preferences usualSize() {
    return ofSize(USUAL);
  }

  private Preferences ofSize(int percent) {
    return new Preferences(theme, window, recent, percent, atStart);
  }

  /// With another theme.
  public Preferences with(Theme other) {
    return new Preferences(other, window, recent, fontPercent, atStart);
  }

  /// With another window size.
  public Preferences with(WindowSize other) {
    return new Preferences(theme, other, recent, fontPercent, atStart);
  }

  /// With a file that was just opened.
  public Preferences opened(Path file) {
    Path whole = file.toAbsolutePath().normalize();
    return new Preferences(
        theme,
        window,
        Stream.concat(Stream.of(whole), recent.stream()).toList(),
        fontPercent,
        atStart);
  }

  /// Without recent files.
  public Preferences forgettingAll() {
    return new Preferences(theme, window, List.of(), fontPercent, atStart);
  }

  /// Without a file that no longer exists.
  public Preferences forgetting(Path file) {
    return new Preferences(
        theme, window, recent.stream().filter(f -> !f.equals(file)).toList(), fontPercent, atStart);
  }
}
