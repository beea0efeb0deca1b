package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;

/// The observations of many ticks, by index. Hot loop: allocates at most when an index is first
/// used. One owner thread.
public sealed interface ObservationStore permits FloatObservations, PackedObservations {
  /// How they are packed.
  ObservationPacking packing();

  /// Stores an observation.
  ///
  /// @param at its index, from 0
  /// @param observation holds its D numbers from index `from`
  void put(int at, float[] observation, int from);

  /// Reads an observation.
  ///
  /// @param into receives its D numbers from index `to` on
  void read(int at, float[] into, int to);

  /// Copies an observation in packed form.
  ///
  /// @param into receives its bytes from index `to` on
  void copy(int at, byte[] into, int to);

  /// Room for R * T observations: floats as they are, others packed.
  ///
  /// @param rows R
  /// @param ticks T
  static ObservationStore of(ObservationPacking packing, int rows, int ticks) {
    if (!packing.isFloats()) {
      return new PackedObservations(packing, ticks);
    }
    int all = Math.multiplyExact(Math.multiplyExact(rows, ticks), packing.numbers());
    return new FloatObservations(packing, FloatBuffer.allocate(all));
  }
}
