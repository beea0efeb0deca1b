package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Compares, bit by bit, what two recordings hold besides their ticks: static arrays, and the rows
/// after the last step.
final class ArrayComparison {
  /// The prefix of a static array's name.
  static final String FIXED = "static/";

  /// The prefix of a last row's name.
  static final String FINAL = "final/";

  private ArrayComparison() {}

  /// The last rows of a channel in both recordings.
  ///
  /// @param tick T of the first recording
  /// @param otherTick T of the second recording
  record LastRows(NpyArray one, NpyArray other, int tick, int otherTick) {}

  /// The difference of a static array; empty if the types or shapes differ.
  static Optional<ChannelDifference> fixed(ChannelSpec spec, NpyArray one, NpyArray other) {
    if (one.dtype() != other.dtype() || !Arrays.equals(one.shape(), other.shape())) {
      return Optional.empty();
    }
    double largest = 0;
    int first = -1;
    for (int i = 0; i < one.length(); i++) {
      if (!same(number(one, i), number(other, i))) {
        first = first < 0 ? i : first;
        largest = Math.max(largest, gap(number(one, i), number(other, i)));
      }
    }
    List<FirstDifference> all =
        first < 0
            ? List.of()
            : List.of(
                new FirstDifference(
                    0,
                    0,
                    Moment.NO_AGENT,
                    Moment.NO_AGENT,
                    first,
                    number(one, first),
                    number(other, first)));
    return Optional.of(
        difference(
            new ChannelSpec(FIXED + spec.name(), spec.dtype(), spec.shape(), spec.unit(), ""),
            largest,
            all));
  }

  /// The difference of a channel's last rows, over paired agents.
  static ChannelDifference last(ChannelPair pair, LastRows lastRows) {
    int[] places = pair.places();
    int[] others = pair.otherPlaces();
    int width = Math.max(1, pair.components().length);
    double largest = 0;
    List<FirstDifference> all = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      boolean there = places[i] < lastRows.one().length() && others[i] < lastRows.other().length();
      if (there && !same(number(lastRows.one(), places[i]), number(lastRows.other(), others[i]))) {
        AgentPairs.AgentPair who = pair.agents().get(i / width);
        FirstDifference difference =
            new FirstDifference(
                lastRows.tick(),
                lastRows.otherTick(),
                who.one(),
                who.other(),
                pair.components()[i % width],
                number(lastRows.one(), places[i]),
                number(lastRows.other(), others[i]));
        largest = Math.max(largest, difference.size());
        boolean known = !all.isEmpty() && all.getLast().agent() == who.one();
        if (!known) {
          all.add(difference);
        }
      }
    }
    ChannelSpec spec = pair.one().spec();
    return difference(
        new ChannelSpec(FINAL + spec.name(), spec.dtype(), spec.shape(), spec.unit(), ""),
        largest,
        all);
  }

  private static ChannelDifference difference(
      ChannelSpec spec, double largest, List<FirstDifference> all) {
    ChannelDifference.Scale scale = ChannelDifference.scale(spec);
    return new ChannelDifference(
        spec.name(),
        spec.unit(),
        scale,
        1,
        all.isEmpty() ? 0 : 1,
        scale == ChannelDifference.Scale.AMOUNT ? largest : Double.NaN,
        all.stream().findFirst(),
        all,
        all.stream().limit(1).toList());
  }

  private static boolean same(Number one, Number other) {
    return (one instanceof Long && other instanceof Long)
        ? one.longValue() == other.longValue()
        : Double.doubleToLongBits(one.doubleValue())
            == Double.doubleToLongBits(other.doubleValue());
  }

  private static double gap(Number one, Number other) {
    double gap = Math.abs(one.doubleValue() - other.doubleValue());
    return Double.isNaN(gap) ? Double.POSITIVE_INFINITY : gap;
  }

  private static Number number(NpyArray array, int i) {
    return switch (array.dtype()) {
      case F2, F4, F8 -> (Number) array.value(i);
      case I1, U1, I2, I4, I8, BOOL -> (Number) array.integer(i);
    };
  }
}
