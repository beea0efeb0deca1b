package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.List;

/// What a transformer remembers: the slots of its cache, each shared by all copies it is unchanged
/// in, and who may look at which.
///
/// @param slots what the slots hold that have been written, from the first
/// @param window who may look at what, and where the next tick goes
/// @param fresh how many of the slots no copy before this one holds
record CacheMemory(List<Slot> slots, SlotWindow.State window, int fresh) implements PolicyMemory {
  /// Copies the list.
  CacheMemory {
    slots = List.copyOf(slots);
  }

  @Override
  public long bytes() {
    long references = 8L * slots.size();
    return references + window.bytes();
  }

  @Override
  public long shared() {
    return slots.isEmpty() ? 0 : fresh * slots.getFirst().bytes();
  }

  /// Keys and values of one tick, all agents and layers. Compared by identity: one slot's content
  /// is one object for as long as it stays.
  static final class Slot {
    /// In the place of a slot that nobody has copied since it was written.
    static final Slot UNKNOWN = new Slot(new float[0][], new float[0][]);

    /// A layer's `[A * H * d / H]` keys, never written again.
    final float[][] keys;

    /// A layer's `[A * H * d / H]` values, never written again.
    final float[][] values;

    Slot(float[][] keys, float[][] values) {
      this.keys = keys;
      this.values = values;
    }

    long bytes() {
      long numbers = 0;
      for (int layer = 0; layer < keys.length; layer++) {
        numbers += keys[layer].length + values[layer].length;
      }
      return Float.BYTES * numbers;
    }
  }
}
