package dev.hindsight.trainer.env;

import java.util.regex.Pattern;

/// A number that an environment reports of every step and agent, besides reward and events: a part
/// of the reward, what was moved, whether an action was legal. It belongs to the tick whose action
/// brought it about, like the reward, and is recorded and averaged under its name.
///
/// @param name lower-case words joined by `_`: `reward_goal`
/// @param unit SI unit, `1` for none
/// @param doc one line for people
public record StepFigure(String name, String unit, String doc) {
  /// Begins the names of its columns in recordings and of its means in training.
  public static final String PREFIX = "figure/";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  /// Checks the name.
  public StepFigure {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(name + " is not lower-case words joined by _");
    }
  }

  /// Name of its column and of its mean.
  public String column() {
    return PREFIX + name;
  }

  /// Whether a column holds a figure.
  public static boolean is(String column) {
    return column.startsWith(PREFIX);
  }
}
