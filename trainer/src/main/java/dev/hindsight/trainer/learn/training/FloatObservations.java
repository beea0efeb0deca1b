package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;

/// Observations of floats, one after the other, in memory that others may read too: a network's, or
/// that of the environments.
public final class FloatObservations implements ObservationStore {
  private final ObservationPacking packing;
  private final FloatBuffer floats;
  private final float[] one;

  /// @param packing for copies in packed form
  /// @param floats with room for D numbers of every index
  public FloatObservations(ObservationPacking packing, FloatBuffer floats) {
    this.packing = packing;
    this.floats = floats;
    this.one = new float[packing.numbers()];
  }

  @Override
  public ObservationPacking packing() {
    return packing;
  }

  @Override
  public void put(int at, float[] observation, int from) {
    floats.put(at * one.length, observation, from, one.length);
  }

  @Override
  public void read(int at, float[] into, int to) {
    floats.get(at * one.length, into, to, one.length);
  }

  @Override
  public void copy(int at, byte[] into, int to) {
    read(at, one, 0);
    packing.pack(one, 0, into, to);
  }
}
