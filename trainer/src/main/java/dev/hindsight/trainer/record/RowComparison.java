package dev.hindsight.trainer.record;

import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.IntFunction;

/// Holds rows that were simulated again against the stored ones, bit for bit.
final class RowComparison {
  private RowComparison() {}

  /// Compares a channel's row with one made here.
  ///
  /// @param here the row as the environment writes it, little-endian, from its position to its
  ///   limit
  static Optional<Difference> row(Channel channel, int tick, ByteBuffer here) {
    NpyArray fresh = array(channel, here);
    Dtype type = channel.spec().type();
    return first(
        fresh,
        i -> whole(type) ? (Number) channel.integer(tick, i) : (Number) channel.value(tick, i),
        new Place(tick, channel.spec().name(), owners(channel), channel.rowLength()));
  }

  /// Compares a channel's row T, of the folder `final/`.
  static Optional<Difference> last(Channel channel, int ticks, NpyArray stored, ByteBuffer here) {
    return first(
        array(channel, here),
        i -> number(stored, i),
        new Place(ticks, channel.spec().name(), owners(channel), channel.rowLength()));
  }

  /// Compares an array that never changes.
  static Optional<Difference> fixed(String name, NpyArray stored, NpyArray here) {
    return first(here, i -> number(stored, i), new Place(0, name, 0, here.length()));
  }

  /// @param agents how many the row belongs to; 0 where it belongs to none
  private record Place(int tick, String name, int agents, int length) {
    private int agent(int index) {
      return agents == 0 ? -1 : index / (length / agents);
    }
  }

  private static int owners(Channel channel) {
    return channel.spec().perAgent() ? channel.rowShape()[0] : 0;
  }

  private static Optional<Difference> first(
      NpyArray fresh, IntFunction<Number> stored, Place place) {
    int first = -1;
    int count = 0;
    for (int i = 0; i < fresh.length(); i++) {
      if (!same(stored.apply(i), number(fresh, i))) {
        first = first < 0 ? i : first;
        count++;
      }
    }
    return first < 0
        ? Optional.empty()
        : Optional.of(
            new Difference(
                place.tick(),
                place.name(),
                place.agent(first),
                first,
                stored.apply(first),
                number(fresh, first),
                count,
                ""));
  }

  private static boolean whole(Dtype type) {
    return switch (type) {
      case I1, U1, I2, I4, I8, BOOL -> true;
      case F2, F4, F8 -> false;
    };
  }

  private static Number number(NpyArray array, int i) {
    if (array.dtype() == Dtype.I8) {
      return array.data().getLong(8 * i);
    }
    return whole(array.dtype()) ? (Number) (long) array.value(i) : (Number) array.value(i);
  }

  /// A float widened to double keeps its bits apart: -0 from 0, and any NaN equals any other.
  private static boolean same(Number one, Number other) {
    return (one instanceof Long whole && other instanceof Long too)
        ? whole.longValue() == too.longValue()
        : Double.doubleToLongBits(one.doubleValue())
            == Double.doubleToLongBits(other.doubleValue());
  }

  private static NpyArray array(Channel channel, ByteBuffer row) {
    return new NpyArray(
        channel.spec().type(),
        new int[] {channel.rowLength()},
        row.slice().order(ByteOrder.LITTLE_ENDIAN));
  }
}
