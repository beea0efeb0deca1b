package dev.hindsight.inspector.bench;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// A recording with a planted defect, and the finding expected from an audit.
///
/// @param file the recording
/// @param from the first tick that shows it
/// @param to the last tick that may be named first: if a difference grows, an audit with a
///   tolerance sees it a little later
/// @param agent its agent, or [#ANY]
/// @param cause matches a correct cause
record ExpectedFinding(Path file, int from, int to, int agent, Pattern cause) {
  static final int ANY = -1;

  static ExpectedFinding at(Path file, int tick, int agent, String cause) {
    return between(file, tick, tick, agent, cause);
  }

  static ExpectedFinding between(Path file, int from, int to, int agent, String cause) {
    return new ExpectedFinding(
        file, from, to, agent, Pattern.compile(cause, Pattern.CASE_INSENSITIVE));
  }

  /// A defect of the file as a whole: any tick is right.
  static ExpectedFinding anywhere(Path file, String cause) {
    return between(file, 0, Integer.MAX_VALUE, ANY, cause);
  }
}
