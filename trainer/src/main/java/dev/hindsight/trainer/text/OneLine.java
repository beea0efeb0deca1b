package dev.hindsight.trainer.text;

import java.util.regex.Pattern;

/// Names from files as one line. Whoever made a file chose its names: one with a line break would
/// begin a line of its own in what a command prints, and read there like the program's own words.
public final class OneLine {
  /// Control characters, separators of lines, and what turns the direction of the text around it.
  private static final Pattern CONTROLS =
      Pattern.compile("[\\p{Cntrl}\\x80-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]+");

  private OneLine() {}

  /// The text with a space in place of each run of such characters.
  public static String of(String text) {
    return isOne(text) ? text : CONTROLS.matcher(text).replaceAll(" ");
  }

  /// Whether a text has no such characters.
  public static boolean isOne(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return !CONTROLS.matcher(text).find();
      }
    }
    return true;
  }
}
