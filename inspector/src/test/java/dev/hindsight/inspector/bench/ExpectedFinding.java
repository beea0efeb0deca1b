package dev.hindsight.inspector.bench;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// A recording with a planted defect, and what an audit should say of it.
///
/// @param file the recording
/// @param from the first tick that shows it
/// @param to the last tick that may be named first: where a difference grows, an audit with a
///   tolerance sees it a little later
/// @param agent whose it is, or [#ANY]
/// @param cause one of these words is right
record ExpectedFinding(Path file, int from, int to, int agent, Pattern cause) {
  static final int ANY = -1;

  static ExpectedFinding at(Path file, int tick, int agent, String cause) {
    return between(file, tick, tick, agent, cause);
  }

  static ExpectedFinding between(Path file, int from, int to, int agent, String cause) {
    return new ExpectedFinding(
        file, from, to, agent, Pattern.compile(cause, Pattern.CASE_INSENSITIVE));
  }

  /// Of the file as a whole: no tick is more right than another.
  static ExpectedFinding anywhere(Path file, String cause) {
    return between(file, 0, Integer.MAX_VALUE, ANY, cause);
  }
}
