package dev.hindsight.app.facts;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// Reads all columns of a recording at one moment: those about the selected agent, and those about
/// everybody.
public final class TickFacts {
  /// Vectors up to this long are written out.
  private static final int SHORT = 4;

  private final Moment moment;
  private final int agents;

  private TickFacts(Moment moment) {
    this.moment = moment;
    this.agents = moment.rollout().manifest().agents();
  }

  /// One fact a column that has something to say here, in the order of the manifest.
  public static List<Fact> of(Moment moment) {
    TickFacts facts = new TickFacts(moment);
    List<Fact> found = new ArrayList<>();
    if (moment.tick() < moment.rollout().ticks()) {
      moment.rollout().channels().forEach(channel -> facts.add(channel, found));
    }
    return found;
  }

  private void add(Channel channel, List<Fact> found) {
    boolean perAgent = channel.spec().perAgent() && channel.rowLength() % Math.max(1, agents) == 0;
    if (perAgent && moment.agent() != Moment.NO_AGENT && agents > 0) {
      int length = channel.rowLength() / agents;
      found.add(fact(channel, moment.agent() * length, length));
    } else if (!perAgent) {
      found.add(fact(channel, 0, channel.rowLength()));
    }
  }

  private Fact fact(Channel channel, int from, int length) {
    String unit = channel.spec().unit().equals("1") ? "" : channel.spec().unit();
    return new Fact(
        channel.spec().name(),
        length <= SHORT ? all(channel, from, length) : summary(channel, from, length),
        unit,
        channel.spec().doc());
  }

  private String all(Channel channel, int from, int length) {
    StringJoiner words = new StringJoiner(", ");
    for (int i = from; i < from + length; i++) {
      words.add(words(channel, i));
    }
    return words.toString();
  }

  private String summary(Channel channel, int from, int length) {
    float[] row = new float[length];
    channel.read(moment.tick(), from, row, length);
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    int notNumbers = 0;
    for (float value : row) {
      least = Math.min(least, Float.isNaN(value) ? least : value);
      most = Math.max(most, Float.isNaN(value) ? most : value);
      notNumbers += Float.isNaN(value) ? 1 : 0;
    }
    String range = notNumbers == length ? "" : ", " + number(least) + " to " + number(most);
    return length + " values" + range + (notNumbers > 0 ? ", " + notNumbers + " NaN" : "");
  }

  private String words(Channel channel, int index) {
    Dtype type = channel.spec().type();
    return switch (type) {
      case F2, F4, F8 -> number(channel.value(moment.tick(), index));
      case BOOL -> channel.integer(moment.tick(), index) != 0 ? "yes" : "no";
      case I8 -> wide(channel.integer(moment.tick(), index));
      case I1, U1, I2, I4 -> Long.toString(channel.integer(moment.tick(), index));
    };
  }

  /// Digests are read in hexadecimal, counts in decimal.
  private static String wide(long value) {
    return Math.abs(value) > 1L << 40 ? String.format(Locale.ROOT, "%016x", value) : "" + value;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e6
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}
