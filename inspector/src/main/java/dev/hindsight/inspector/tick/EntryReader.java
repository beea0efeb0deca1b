package dev.hindsight.inspector.tick;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/// Reads entries at one moment, in words. Cheap to make; any thread.
final class EntryReader {
  /// Vectors up to this long are written out.
  private static final int SHORT = 4;

  /// Longer ones are not copied whole: nobody pastes a million numbers.
  private static final int MOST_COPIED = 100_000;

  private final Moment moment;

  EntryReader(Moment moment) {
    this.moment = moment;
  }

  /// The value: numbers where there are few, else how many, their range, and what is no number.
  String value(Entry entry) {
    if (entry.length() == 0) {
      return "nothing";
    }
    if (!readable(entry)) {
      return "–";
    }
    if (entry.length() > SHORT) {
      return summary(entry);
    }
    StringJoiner words = new StringJoiner(", ");
    for (int i = 0; i < entry.length(); i++) {
      words.add(word(entry, entry.from() + i, moment.tick()));
    }
    return words.toString();
  }

  /// What has changed since the tick before: an arrow and the difference of one number, what a flag
  /// was, how many of many; empty for nothing. An arrow tells the direction, so no colour need to.
  String change(Entry entry) {
    boolean comparable =
        entry.store().kind() == Entry.Kind.COLUMN && moment.tick() > 0 && readable(entry);
    if (!comparable || entry.length() == 0) {
      return "";
    }
    if (entry.length() > 1) {
      int changed = changed(entry);
      return changed == 0 ? "" : "● " + changed + "/" + entry.length();
    }
    int at = entry.from();
    double now = number(entry, at, moment.tick());
    double before = number(entry, at, moment.tick() - 1);
    if (same(now, before)) {
      return "";
    }
    return switch (type(entry)) {
      case BOOL -> "● was " + word(entry, at, moment.tick() - 1);
      case I8 -> "●";
      case F2, F4, F8, I1, U1, I2, I4 ->
          Double.isFinite(now - before)
              ? (now > before ? "▲ " : "▼ ") + NumberWords.signedSignificant(now - before, 3)
              : "● was " + word(entry, at, moment.tick() - 1);
    };
  }

  /// All numbers, as JSON: one number bare, more in brackets.
  String copy(Entry entry) {
    if (!readable(entry) || entry.length() == 0) {
      return "";
    }
    if (entry.length() == 1) {
      return exact(entry, entry.from());
    }
    StringJoiner all = new StringJoiner(", ", "[", entry.length() > MOST_COPIED ? ", ...]" : "]");
    for (int i = 0; i < Math.min(MOST_COPIED, entry.length()); i++) {
      all.add(exact(entry, entry.from() + i));
    }
    return all.toString();
  }

  private int changed(Entry entry) {
    Channel channel = channel(entry).orElseThrow();
    float[] now = new float[entry.length()];
    float[] before = new float[entry.length()];
    channel.read(moment.tick(), entry.from(), now, now.length);
    channel.read(moment.tick() - 1, entry.from(), before, before.length);
    int changed = 0;
    for (int i = 0; i < now.length; i++) {
      changed += same(now[i], before[i]) ? 0 : 1;
    }
    return changed;
  }

  private static boolean same(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  private String summary(Entry entry) {
    float[] row = row(entry);
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

  private float[] row(Entry entry) {
    float[] row = new float[entry.length()];
    switch (entry.store().kind()) {
      case COLUMN ->
          channel(entry).orElseThrow().read(moment.tick(), entry.from(), row, row.length);
      case FIXED -> {
        NpyArray array = array(entry).orElseThrow();
        for (int i = 0; i < row.length; i++) {
          row[i] = (float) array.value(entry.from() + i);
        }
      }
    }
    return row;
  }

  private boolean readable(Entry entry) {
    int end = entry.from() + entry.length();
    return switch (entry.store().kind()) {
      case COLUMN ->
          moment.tick() >= 0
              && moment.tick() < moment.rollout().ticks()
              && channel(entry).map(c -> end <= c.rowLength()).orElse(false);
      case FIXED -> array(entry).map(a -> end <= a.length()).orElse(false);
    };
  }

  private Optional<Channel> channel(Entry entry) {
    return moment.rollout().channel(entry.store().key());
  }

  private Optional<NpyArray> array(Entry entry) {
    return moment.rollout().fixed(entry.store().key());
  }

  private Dtype type(Entry entry) {
    return switch (entry.store().kind()) {
      case COLUMN -> channel(entry).orElseThrow().spec().type();
      case FIXED -> array(entry).orElseThrow().dtype();
    };
  }

  private double number(Entry entry, int index, int tick) {
    return switch (entry.store().kind()) {
      case COLUMN -> channel(entry).orElseThrow().value(tick, index);
      case FIXED -> array(entry).orElseThrow().value(index);
    };
  }

  private long whole(Entry entry, int index, int tick) {
    return switch (entry.store().kind()) {
      case COLUMN -> channel(entry).orElseThrow().integer(tick, index);
      case FIXED -> (long) array(entry).orElseThrow().value(index);
    };
  }

  private String word(Entry entry, int index, int tick) {
    return switch (type(entry)) {
      case F2, F4, F8 -> decimal(number(entry, index, tick));
      case BOOL -> whole(entry, index, tick) != 0 ? "yes" : "no";
      case I8 -> wide(whole(entry, index, tick));
      case I1, U1, I2, I4 -> Long.toString(whole(entry, index, tick));
    };
  }

  private String exact(Entry entry, int index) {
    return switch (type(entry)) {
      case F2, F4 -> Float.toString((float) number(entry, index, moment.tick()));
      case F8 -> Double.toString(number(entry, index, moment.tick()));
      case BOOL -> whole(entry, index, moment.tick()) != 0 ? "true" : "false";
      case I8, I1, U1, I2, I4 -> Long.toString(whole(entry, index, moment.tick()));
    };
  }

  /// Digests are read in hexadecimal, counts in decimal.
  private static String wide(long value) {
    return Math.abs(value) > 1L << 40 ? String.format(Locale.ROOT, "%016x", value) : "" + value;
  }

  private static String decimal(double value) {
    return NumberWords.significant(value, 4);
  }
}
