package dev.hindsight.app.settings;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What the window remembers.
///
/// @param theme dark or light
/// @param window how large it was
/// @param recent files opened last, newest first
/// @param fontPercent size of words, per cent of the usual, one of [#FONT_PERCENTS]; 0 stands for a
///   file that does not say, and what is not in the list becomes the nearest that is
/// @param atStart what it opens by itself; a file that does not say stands for the last session
@JsonIgnoreProperties(ignoreUnknown = true)
public record Preferences(
    Theme theme, WindowSize window, List<Path> recent, int fontPercent, AtStart atStart) {
  /// What the window opens where it is given no file.
  public enum AtStart {
    /// What was open last time.
    LAST_SESSION,
    /// The welcome page.
    NOTHING
  }

  /// Sizes words can have, per cent of the usual.
  public static final List<Integer> FONT_PERCENTS = List.of(80, 90, 100, 110, 125, 150, 175, 200);

  private static final int USUAL = 100;

  /// How many files are remembered.
  public static final int MOST_RECENT = 12;

  /// The first time.
  public static final Preferences INITIAL =
      new Preferences(Theme.DARK, WindowSize.INITIAL, List.of());

  /// Keeps the newest files; refuses what a cut-off file leaves out.
  public Preferences {
    atStart = Objects.requireNonNullElse(atStart, AtStart.LAST_SESSION);
    Objects.requireNonNull(theme, "theme");
    Objects.requireNonNull(window, "window");
    recent = recent.stream().distinct().limit(MOST_RECENT).toList();
    fontPercent = fontPercent == 0 ? USUAL : nearest(fontPercent);
  }

  /// With words of the usual size.
  public Preferences(Theme theme, WindowSize window, List<Path> recent) {
    this(theme, window, recent, USUAL);
  }

  /// With what was open last time.
  public Preferences(Theme theme, WindowSize window, List<Path> recent, int fontPercent) {
    this(theme, window, recent, fontPercent, AtStart.LAST_SESSION);
  }

  /// Opening something else at the start.
  public Preferences with(AtStart other) {
    return new Preferences(theme, window, recent, fontPercent, other);
  }

  private static int nearest(int percent) {
    return FONT_PERCENTS.stream()
        .min(Comparator.comparingLong(size -> Math.abs((long) size - percent)))
        .orElse(USUAL);
  }

  /// With words so many sizes larger, or smaller below 0, as far as there are any.
  public Preferences sized(int steps) {
    int place = FONT_PERCENTS.indexOf(fontPercent) + steps;
    return ofSize(FONT_PERCENTS.get(Math.clamp(place, 0, FONT_PERCENTS.size() - 1)));
  }

  /// With words of the usual size.
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

  /// With no file remembered.
  public Preferences forgettingAll() {
    return new Preferences(theme, window, List.of(), fontPercent, atStart);
  }

  /// Without a file that is no longer there.
  public Preferences forgetting(Path file) {
    return new Preferences(
        theme, window, recent.stream().filter(f -> !f.equals(file)).toList(), fontPercent, atStart);
  }
}
