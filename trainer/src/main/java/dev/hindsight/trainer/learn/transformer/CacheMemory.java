package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.List;

/// A copy of a transformer's memory: the slots of its cache, each shared by all copies in which it
/// is unchanged, and the mask.
///
/// @param slots content of the slots written so far, from the first
/// @param window the mask, and the slot of the next tick
/// @param fresh number of slots that no earlier copy holds
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

  /// Keys and values of one tick, all agents and layers. Compared by identity: a slot's content is
  /// the same object until the slot is overwritten.
  static final class Slot {
    /// Stands for a slot that has not been copied since it was written.
    static final Slot UNKNOWN = new Slot(new float[0][], new float[0][]);

    /// `[A * H * d / H]` keys per layer, never written again.
    final float[][] keys;

    /// `[A * H * d / H]` values per layer, never written again.
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
