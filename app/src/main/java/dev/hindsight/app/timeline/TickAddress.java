package dev.hindsight.app.timeline;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tick as people write it: `137`, or `2:36` for tick 36 of trial 2. Trials count from 1, ticks
/// from 0.
public final class TickAddress {
  private static final Pattern PLAIN = Pattern.compile("\\s*(\\d{1,9})\\s*");
  private static final Pattern IN_TRIAL = Pattern.compile("\\s*(\\d{1,9})\\s*:\\s*(\\d{1,9})\\s*");

  private TickAddress() {}

  /// The tick meant, seen from where the cursor is.
  ///
  /// Where episodes follow each other, a trial number is looked for in the episode the cursor is
  /// in.
  ///
  /// @return nothing if the text is no address, or there is no such tick or trial
  public static OptionalInt parse(String text, TimeAxis axis, int cursor) {
    Matcher plain = PLAIN.matcher(text);
    if (plain.matches()) {
      int tick = Integer.parseInt(plain.group(1));
      return tick < axis.ticks() ? OptionalInt.of(tick) : OptionalInt.empty();
    }
    Matcher inTrial = IN_TRIAL.matcher(text);
    if (!inTrial.matches()) {
      return OptionalInt.empty();
    }
    int stretch = stretchOf(Integer.parseInt(inTrial.group(1)) - 1, axis, cursor);
    int within = Integer.parseInt(inTrial.group(2));
    return stretch >= 0 && within < axis.trials().end(stretch) - axis.trials().start(stretch)
        ? OptionalInt.of(axis.trials().start(stretch) + within)
        : OptionalInt.empty();
  }

  /// `trial:tick` of a tick, or an empty text where there are no trials.
  public static String inTrial(TimeAxis axis, int tick) {
    int stretch = axis.stretchAt(tick);
    return stretch < 0
        ? ""
        : axis.trials().trial(stretch) + 1 + ":" + (tick - axis.trials().start(stretch));
  }

  private static int stretchOf(int trial, TimeAxis axis, int cursor) {
    int here = axis.stretchAt(cursor);
    if (here < 0) {
      return -1;
    }
    int episodeStart = here;
    while (episodeStart > 0
        && axis.trials().trial(episodeStart) > axis.trials().trial(episodeStart - 1)) {
      episodeStart--;
    }
    for (int stretch = episodeStart; stretch < axis.trials().count(); stretch++) {
      boolean nextEpisode =
          stretch > episodeStart
              && axis.trials().trial(stretch) <= axis.trials().trial(stretch - 1);
      if (nextEpisode) {
        return -1;
      }
      if (axis.trials().trial(stretch) == trial) {
        return stretch;
      }
    }
    return -1;
  }
}
