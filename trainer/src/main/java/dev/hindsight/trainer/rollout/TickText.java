package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;

/// Ticks as people write them: `41`, or `2:14` for tick 14 of the second trial.
public final class TickText {
  private TickText() {}

  /// The tick that is meant.
  ///
  /// @throws Problem if the recording has none such
  public static int parse(String text, TrialIndex trials, int ticks) {
    if (text.matches("\\d{1,9}")) {
      int tick = Integer.parseInt(text);
      if (tick < ticks) {
        return tick;
      }
      throw new Problem("there is no such tick", text, "give 0 to " + (ticks - 1));
    }
    if (!text.matches("\\d{1,9}:\\d{1,9}")) {
      throw new Problem("it is no tick", text, "write 41, or 2:14 for tick 14 of trial 2");
    }
    int colon = text.indexOf(':');
    int stretch = Integer.parseInt(text.substring(0, colon)) - 1;
    int tick = Integer.parseInt(text.substring(colon + 1));
    if (stretch < 0
        || stretch >= trials.count()
        || trials.start(stretch) + tick >= trials.end(stretch)) {
      throw new Problem(
          "no trial has such a tick", text, "there are " + trials.count() + " trials");
    }
    return trials.start(stretch) + tick;
  }
}
