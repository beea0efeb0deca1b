package dev.hindsight.trainer.record;

import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

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
    int first = -1;
    int count = 0;
    for (int i = 0; i < fresh.length(); i++) {
      boolean same =
          type == Dtype.I8
              ? channel.integer(tick, i) == fresh.data().getLong(8 * i)
              : bits(channel.value(tick, i)) == bits(fresh.value(i));
      if (!same) {
        first = first < 0 ? i : first;
        count++;
      }
    }
    return first < 0
        ? Optional.empty()
        : Optional.of(
            difference(
                channel, tick, first, channel.value(tick, first), fresh.value(first), count));
  }

  /// Compares a channel's row T, of the folder `final/`.
  static Optional<Difference> last(Channel channel, int ticks, NpyArray stored, ByteBuffer here) {
    NpyArray fresh = array(channel, here);
    int first = -1;
    int count = 0;
    for (int i = 0; i < fresh.length(); i++) {
      if (bits(stored.value(i)) != bits(fresh.value(i))) {
        first = first < 0 ? i : first;
        count++;
      }
    }
    return first < 0
        ? Optional.empty()
        : Optional.of(
            difference(channel, ticks, first, stored.value(first), fresh.value(first), count));
  }

  private static Difference difference(
      Channel channel, int tick, int index, double stored, double here, int count) {
    int agents = channel.spec().perAgent() ? channel.rowShape()[0] : 0;
    int agent = agents == 0 ? -1 : index / (channel.rowLength() / agents);
    return new Difference(tick, channel.spec().name(), agent, index, stored, here, count, "");
  }

  private static NpyArray array(Channel channel, ByteBuffer row) {
    return new NpyArray(
        channel.spec().type(),
        new int[] {channel.rowLength()},
        row.slice().order(ByteOrder.LITTLE_ENDIAN));
  }

  /// A float widened to double keeps its bits apart: -0 from 0, and any NaN equals any other.
  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }
}
