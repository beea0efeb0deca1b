package dev.hindsight.trainer.env;

import java.util.List;

/// One knob of an environment or of training: its name, default, legal values, unit and one line of
/// help.
///
/// The same description serves to parse `--set name=value`, to build the form in the window and to
/// write the manifest.
public sealed interface Setting {
  /// The name, spelled as in the reference system: `goal_radius`.
  String name();

  /// One line for people, without a full stop.
  String doc();

  /// The default, as a user would type it.
  String defaultText();

  /// A whole number in `[min, max]`.
  record Whole(String name, long fallback, long min, long max, String unit, String doc)
      implements Setting {
    @Override
    public String defaultText() {
      return Long.toString(fallback);
    }
  }

  /// A finite number in `[min, max]`.
  record Real(String name, double fallback, double min, double max, String unit, String doc)
      implements Setting {
    @Override
    public String defaultText() {
      return Double.toString(fallback);
    }
  }

  /// On or off; accepts `true/false`, `on/off`, `1/0`.
  record Flag(String name, boolean fallback, String doc) implements Setting {
    @Override
    public String defaultText() {
      return Boolean.toString(fallback);
    }
  }

  /// Any text in one line, such as a condition or a list of names; empty for none.
  record Text(String name, String fallback, String doc) implements Setting {
    @Override
    public String defaultText() {
      return fallback;
    }
  }

  /// One of a list of words. A word's position is its code in the reference system; both the word
  /// and the code are accepted.
  ///
  /// @param choices in the order of the reference's codes, from 0
  record Choice(String name, String fallback, List<String> choices, String doc) implements Setting {
    /// Copies the list and checks the default.
    public Choice {
      choices = List.copyOf(choices);
      if (!choices.contains(fallback)) {
        throw new IllegalArgumentException(fallback + " is not one of " + choices);
      }
    }

    @Override
    public String defaultText() {
      return fallback;
    }
  }
}
