package dev.hindsight.inspector.tick;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/// Formats entries at one moment. Cheap to make; any thread.
final class TickEntryReader {
  /// Vectors up to this length are written out.
  private static final int SHORT = 4;

  /// Longer ones are not copied whole: no one pastes a million numbers.
  private static final int MOST_COPIED = 100_000;

  private final Moment moment;

  TickEntryReader(Moment moment) {
    this.moment = moment;
  }

  /// The value with its unit: the numbers if there are few, else their range, and how many are NaN.
  String value(TickEntry tickEntry) {
    if (tickEntry.length() == 0) {
      return "nothing";
    }
    if (!readable(tickEntry)) {
      return "–";
    }
    String numbers = tickEntry.length() > SHORT ? summary(tickEntry) : each(tickEntry);
    return tickEntry.unit().isEmpty() ? numbers : numbers + " " + tickEntry.unit();
  }

  private String each(TickEntry tickEntry) {
    StringJoiner words = new StringJoiner(", ");
    for (int i = 0; i < tickEntry.length(); i++) {
      words.add(word(tickEntry, tickEntry.from() + i, moment.tick()));
    }
    return words.toString();
  }

  /// The change since the previous tick: an arrow and the difference for one number, the old value
  /// of a flag, how many numbers of several changed; empty if nothing did. The arrow shows the
  /// direction without colour.
  String change(TickEntry tickEntry) {
    boolean comparable =
        tickEntry.store().kind() == TickEntry.Kind.COLUMN
            && moment.tick() > 0
            && readable(tickEntry);
    if (!comparable || tickEntry.length() == 0) {
      return "";
    }
    if (tickEntry.length() > 1) {
      int changed = changed(tickEntry);
      return changed == 0 ? "" : "● " + changed + "/" + tickEntry.length();
    }
    int at = tickEntry.from();
    if (same(channel(tickEntry).orElseThrow(), at)) {
      return "";
    }
    double now = number(tickEntry, at, moment.tick());
    double before = number(tickEntry, at, moment.tick() - 1);
    return switch (type(tickEntry)) {
      case BOOL -> wording("TickEntryReader.was", word(tickEntry, at, moment.tick() - 1));
      case I8 -> "●";
      case F2, F4, F8, I1, U1, I2, I4 ->
          Double.isFinite(now - before)
              ? (now > before ? "▲ " : "▼ ") + NumberWords.signedSignificant(now - before, 3)
              : wording("TickEntryReader.was", word(tickEntry, at, moment.tick() - 1));
    };
  }

  /// All numbers as JSON: one number bare, several in brackets.
  String copy(TickEntry tickEntry) {
    if (!readable(tickEntry) || tickEntry.length() == 0) {
      return "";
    }
    if (tickEntry.length() == 1) {
      return exact(tickEntry, tickEntry.from());
    }
    StringJoiner all =
        new StringJoiner(", ", "[", tickEntry.length() > MOST_COPIED ? ", ...]" : "]");
    for (int i = 0; i < Math.min(MOST_COPIED, tickEntry.length()); i++) {
      all.add(exact(tickEntry, tickEntry.from() + i));
    }
    return all.toString();
  }

  private int changed(TickEntry tickEntry) {
    Channel channel = channel(tickEntry).orElseThrow();
    int changed = 0;
    for (int i = 0; i < tickEntry.length(); i++) {
      changed += same(channel, tickEntry.from() + i) ? 0 : 1;
    }
    return changed;
  }

  /// Whether a number is the one of the previous tick, to its last digit.
  private boolean same(Channel channel, int index) {
    int tick = moment.tick();
    return switch (channel.spec().type()) {
      case F2, F4, F8 -> {
        double now = channel.value(tick, index);
        double before = channel.value(tick - 1, index);
        yield now == before || (Double.isNaN(now) && Double.isNaN(before));
      }
      case I1, U1, I2, I4, I8, BOOL ->
          channel.integer(tick, index) == channel.integer(tick - 1, index);
    };
  }

  private String summary(TickEntry tickEntry) {
    float[] row = row(tickEntry);
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    int none = 0;
    for (float value : row) {
      least = Math.min(least, Float.isNaN(value) ? least : value);
      most = Math.max(most, Float.isNaN(value) ? most : value);
      none += Float.isNaN(value) ? 1 : 0;
    }
    String range = none == row.length ? "" : decimal(least) + " … " + decimal(most);
    String gaps = none == 0 ? "" : (range.isEmpty() ? "" : ", ") + none + " NaN";
    return range + gaps;
  }

  private float[] row(TickEntry tickEntry) {
    float[] row = new float[tickEntry.length()];
    switch (tickEntry.store().kind()) {
      case COLUMN ->
          channel(tickEntry).orElseThrow().read(moment.tick(), tickEntry.from(), row, row.length);
      case FIXED -> {
        NpyArray array = array(tickEntry).orElseThrow();
        for (int i = 0; i < row.length; i++) {
          row[i] = (float) array.value(tickEntry.from() + i);
        }
      }
    }
    return row;
  }

  private boolean readable(TickEntry tickEntry) {
    int end = tickEntry.from() + tickEntry.length();
    return switch (tickEntry.store().kind()) {
      case COLUMN ->
          moment.tick() >= 0
              && moment.tick() < moment.rollout().ticks()
              && channel(tickEntry).map(c -> end <= c.rowLength()).orElse(false);
      case FIXED -> array(tickEntry).map(a -> end <= a.length()).orElse(false);
    };
  }

  private Optional<Channel> channel(TickEntry tickEntry) {
    return moment.rollout().channel(tickEntry.store().key());
  }

  private Optional<NpyArray> array(TickEntry tickEntry) {
    return moment.rollout().fixed(tickEntry.store().key());
  }

  private Dtype type(TickEntry tickEntry) {
    return switch (tickEntry.store().kind()) {
      case COLUMN -> channel(tickEntry).orElseThrow().spec().type();
      case FIXED -> array(tickEntry).orElseThrow().dtype();
    };
  }

  private double number(TickEntry tickEntry, int index, int tick) {
    return switch (tickEntry.store().kind()) {
      case COLUMN -> channel(tickEntry).orElseThrow().value(tick, index);
      case FIXED -> array(tickEntry).orElseThrow().value(index);
    };
  }

  private long whole(TickEntry tickEntry, int index, int tick) {
    return switch (tickEntry.store().kind()) {
      case COLUMN -> channel(tickEntry).orElseThrow().integer(tick, index);
      case FIXED -> array(tickEntry).orElseThrow().integer(index);
    };
  }

  private String word(TickEntry tickEntry, int index, int tick) {
    return switch (type(tickEntry)) {
      case F2, F4, F8 -> decimal(number(tickEntry, index, tick));
      case BOOL -> whole(tickEntry, index, tick) != 0 ? "yes" : "no";
      case I8 -> wide(whole(tickEntry, index, tick));
      case I1, U1, I2, I4 -> Long.toString(whole(tickEntry, index, tick));
    };
  }

  private String exact(TickEntry tickEntry, int index) {
    return switch (type(tickEntry)) {
      case F2, F4 -> Float.toString((float) number(tickEntry, index, moment.tick()));
      case F8 -> Double.toString(number(tickEntry, index, moment.tick()));
      case BOOL -> whole(tickEntry, index, moment.tick()) != 0 ? "true" : "false";
      case I8, I1, U1, I2, I4 -> Long.toString(whole(tickEntry, index, moment.tick()));
    };
  }

  /// Shows digests in hexadecimal, counts in decimal.
  private static String wide(long value) {
    return Math.abs(value) > 1L << 40 ? String.format(Locale.ROOT, "%016x", value) : "" + value;
  }

  private static String decimal(double value) {
    return NumberWords.significant(value, 4);
  }
}
