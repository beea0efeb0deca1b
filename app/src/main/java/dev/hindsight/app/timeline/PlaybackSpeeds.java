package dev.hindsight.app.timeline;

import java.util.List;
import java.util.Locale;
import javafx.util.StringConverter;

/// The playback speeds on offer, and their text.
public final class PlaybackSpeeds extends StringConverter<Double> {
  /// From slowest to fastest.
  public static final List<Double> STEPS =
      List.of(0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0);

  /// If a tick takes longer than a second, playback starts with about this many ticks per second.
  private static final double LAPSE = 10;

  /// The initial speed: real time, but without waiting seconds for a tick.
  ///
  /// @param tickSeconds simulated seconds per tick
  static double defaultSpeed(double tickSeconds) {
    return tickSeconds <= 1
        ? 1
        : STEPS.reversed().stream()
            .filter(step -> step <= LAPSE * tickSeconds)
            .findFirst()
            .orElse(1.0);
  }

  /// The next faster step, or the fastest.
  public static double faster(double speed) {
    return STEPS.stream().filter(step -> step > speed).findFirst().orElse(STEPS.getLast());
  }

  /// The next slower step, or the slowest.
  public static double slower(double speed) {
    return STEPS.reversed().stream()
        .filter(step -> step < speed)
        .findFirst()
        .orElse(STEPS.getFirst());
  }

  @Override
  public String toString(Double speed) {
    return speed == null ? "" : String.format(Locale.ROOT, "%s×", plain(speed));
  }

  @Override
  public Double fromString(String text) {
    return Double.valueOf(text.replace("×", "").strip());
  }

  private static String plain(double speed) {
    return speed == Math.rint(speed) ? Long.toString((long) speed) : Double.toString(speed);
  }
}
