package dev.hindsight.app.selftest;

import dev.hindsight.trainer.NumberWords;
import java.util.Locale;

/// A step that succeeded.
///
/// @param step its name
/// @param seconds its duration
/// @param what what it did
public record PassedStep(String step, double seconds, String what) {
  /// `PASS film 1.2 s 10 frames ...`.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "PASS %-8s %6s s  %s", step, NumberWords.decimals(seconds, 1), what);
  }
}
