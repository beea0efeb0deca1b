package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationMatch;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Reads one channel of both recordings from beginning to end. Equal rows cost one comparison of
/// their bytes; the loop allocates nothing. One owner thread.
final class ChannelScan {
  private static final int CHECK_EVERY = 256;
  private static final int NEVER = Integer.MAX_VALUE;

  private final ChannelPair pair;
  private final Alignment alignment;
  private final RowPair rows;
  private final int[] firstTick;
  private final int width;
  private final boolean observed;
  private int differing;
  private double largest;
  private int nanTick = NEVER;

  ChannelScan(ChannelPair pair, Alignment alignment) {
    this.pair = pair;
    this.alignment = alignment;
    rows = RowPair.of(pair);
    firstTick = new int[pair.length()];
    Arrays.fill(firstTick, NEVER);
    width = Math.max(1, pair.components().length);
    observed = pair.one().spec().name().equals("observation");
  }

  /// @param parted receives each tick at which anything differs, once
  ChannelDifference run(Cancellation cancellation, IntConsumer parted) {
    int compared = 0;
    for (Alignment.SideBySide span : alignment.spans()) {
      for (int i = 0; i < span.length(); i++) {
        if (compared++ % CHECK_EVERY == 0) {
          cancellation.throwIfCancelled();
        }
        int tick = span.one() + i;
        if (rows.read(tick, span.other() + i) && look(tick)) {
          differing++;
          parted.accept(tick);
        } else if (nanTick == NEVER && observed && rows.nan() >= 0) {
          nanTick = tick;
        }
      }
    }
    return found(compared);
  }

  /// A warning if both recordings observe NaN at the same places, where they otherwise agree: it
  /// counts as equal, yet nothing can be concluded from it.
  ///
  /// @param layout of the first recording's observations
  Optional<String> nanInBoth(ObservationLayout layout) {
    if (nanTick == NEVER || pair.components().length != layout.size()) {
      return Optional.empty();
    }
    rows.read(nanTick, alignment.paired(nanTick).orElseThrow());
    int agent = rows.nan() / width;
    float[] one = new float[width];
    float[] other = new float[width];
    for (int i = 0; i < width; i++) {
      one[i] = (float) pair.one().value(nanTick, rows.places[agent * width + i]);
      other[i] =
          (float)
              pair.other()
                  .value(alignment.paired(nanTick).orElseThrow(), rows.others[agent * width + i]);
    }
    return ObservationMatch.of(layout, one, other) instanceof ObservationMatch.Same same
        ? same.warning()
            .map(warning ->
                wording(
                    "ChannelScan.observation_at_tick",
                    nanTick,
                    pair.agents().get(agent).one(),
                    warning))
        : Optional.empty();
  }

  private boolean look(int tick) {
    boolean any = false;
    for (int i = 0; i < firstTick.length; i++) {
      if (rows.differs(i)) {
        any = true;
        largest = Math.max(largest, rows.gap(i));
        firstTick[i] = Math.min(firstTick[i], tick);
      }
    }
    return any;
  }

  private ChannelDifference found(int compared) {
    List<FirstDifference> byAgent = new ArrayList<>();
    for (int agent = 0; agent < pair.agents().size(); agent++) {
      earliest(agent * width, 1, pair.components().length).ifPresent(byAgent::add);
    }
    List<FirstDifference> byComponent = new ArrayList<>();
    for (int part = 0; part < pair.components().length; part++) {
      earliest(part, width, pair.agents().size()).ifPresent(byComponent::add);
    }
    ChannelDifference.Scale scale = ChannelDifference.scale(pair.one().spec());
    return new ChannelDifference(
        pair.one().spec().name(),
        pair.one().spec().unit(),
        scale,
        compared,
        differing,
        scale == ChannelDifference.Scale.AMOUNT ? largest : Double.NaN,
        earliest(0, 1, firstTick.length),
        byAgent,
        byComponent);
  }

  /// The earliest first difference among some of the compared numbers; of several at one tick, the
  /// first.
  private Optional<FirstDifference> earliest(int from, int step, int count) {
    int best = -1;
    for (int i = 0; i < count; i++) {
      int at = from + i * step;
      if (firstTick[at] != NEVER && (best < 0 || firstTick[at] < firstTick[best])) {
        best = at;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(difference(best));
  }

  private FirstDifference difference(int at) {
    int tick = firstTick[at];
    int otherTick = alignment.paired(tick).orElseThrow();
    AgentPairs.AgentPair who = pair.agents().get(at / width);
    return new FirstDifference(
        tick,
        otherTick,
        who.one(),
        who.other(),
        pair.components()[at % width],
        RowPair.number(pair.one(), tick, rows.places[at]),
        RowPair.number(pair.other(), otherTick, rows.others[at]));
  }

  /// Two rows of a channel, read and compared bit by bit; any two NaN are equal, 0 and -0 are not.
  /// One owner thread; reading allocates nothing.
  private abstract static sealed class RowPair {
    final ChannelPair pair;
    final int[] places;
    final int[] others;
    private final boolean whole;

    private RowPair(ChannelPair pair) {
      this.pair = pair;
      places = pair.places();
      others = pair.otherPlaces();
      whole = pair.whole();
    }

    /// The fastest comparison of a channel that keeps every bit.
    static RowPair of(ChannelPair pair) {
      Dtype type = pair.one().spec().type();
      Dtype otherType = pair.other().spec().type();
      if (isFloat(type) && isFloat(otherType)) {
        return new Floats(pair);
      }
      return type == Dtype.I4 && otherType == Dtype.I4 ? new Ints(pair) : new Exact(pair);
    }

    /// Whether a float can hold every value of a type.
    private static boolean isFloat(Dtype type) {
      return switch (type) {
        case F2, F4, I1, U1, I2, BOOL -> true;
        case F8, I4, I8 -> false;
      };
    }

    /// Reads one row of each recording.
    ///
    /// @return whether anything differs
    final boolean read(int tick, int otherTick) {
      return load(tick, otherTick, whole);
    }

    abstract boolean load(int tick, int otherTick, boolean asStored);

    /// The first compared number that is NaN in both rows read last; -1 if none is.
    int nan() {
      return -1;
    }

    /// Whether the i-th compared number differs.
    abstract boolean differs(int i);

    /// |A - B| of the i-th number; infinite if one is NaN.
    abstract double gap(int i);

    static double gap(double one, double other) {
      double gap = Math.abs(one - other);
      return Double.isNaN(gap) ? Double.POSITIVE_INFINITY : gap;
    }

    /// The exact value of a number.
    static Number number(Channel channel, int tick, int index) {
      return switch (channel.spec().type()) {
        case I1, U1, I2, I4, I8, BOOL -> (Number) channel.integer(tick, index);
        case F2, F4, F8 -> (Number) channel.value(tick, index);
      };
    }

    private static final class Floats extends RowPair {
      private final float[] a;
      private final float[] b;

      private Floats(ChannelPair pair) {
        super(pair);
        a = new float[pair.one().rowLength()];
        b = new float[pair.other().rowLength()];
      }

      @Override
      boolean load(int tick, int otherTick, boolean asStored) {
        pair.one().read(tick, 0, a, a.length);
        pair.other().read(otherTick, 0, b, b.length);
        return !asStored || !Arrays.equals(a, b);
      }

      @Override
      int nan() {
        for (int i = 0; i < places.length; i++) {
          if (Float.isNaN(a[places[i]]) && Float.isNaN(b[others[i]])) {
            return i;
          }
        }
        return -1;
      }

      @Override
      boolean differs(int i) {
        return Float.floatToIntBits(a[places[i]]) != Float.floatToIntBits(b[others[i]]);
      }

      @Override
      double gap(int i) {
        return gap(a[places[i]], b[others[i]]);
      }
    }

    private static final class Ints extends RowPair {
      private final int[] a;
      private final int[] b;

      private Ints(ChannelPair pair) {
        super(pair);
        a = new int[pair.one().rowLength()];
        b = new int[pair.other().rowLength()];
      }

      @Override
      boolean load(int tick, int otherTick, boolean asStored) {
        pair.one().read(tick, 0, a, a.length);
        pair.other().read(otherTick, 0, b, b.length);
        return !asStored || !Arrays.equals(a, b);
      }

      @Override
      boolean differs(int i) {
        return a[places[i]] != b[others[i]];
      }

      @Override
      double gap(int i) {
        return Math.abs((double) a[places[i]] - b[others[i]]);
      }
    }

    /// Compares number by number: digests, doubles, and channels whose type changed.
    private static final class Exact extends RowPair {
      private final boolean wide;
      private int now;
      private int otherNow;

      private Exact(ChannelPair pair) {
        super(pair);
        wide = pair.one().spec().type() == Dtype.I8 && pair.other().spec().type() == Dtype.I8;
      }

      @Override
      boolean load(int tick, int otherTick, boolean asStored) {
        now = tick;
        otherNow = otherTick;
        return true;
      }

      @Override
      boolean differs(int i) {
        if (wide) {
          return pair.one().integer(now, places[i]) != pair.other().integer(otherNow, others[i]);
        }
        return Double.doubleToLongBits(pair.one().value(now, places[i]))
            != Double.doubleToLongBits(pair.other().value(otherNow, others[i]));
      }

      @Override
      double gap(int i) {
        return gap(pair.one().value(now, places[i]), pair.other().value(otherNow, others[i]));
      }
    }
  }
}
