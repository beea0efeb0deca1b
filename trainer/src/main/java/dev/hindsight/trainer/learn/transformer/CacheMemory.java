package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// A copy of a transformer's memory: the slots of its cache, each shared by all copies in which it
/// is unchanged, and the mask.
///
/// @param slots content of the slots written so far, from the first
/// @param window the mask, and the slot of the next tick
/// @param fresh number of slots that no earlier copy holds
record CacheMemory(List<Slot> slots, SlotWindow.State window, int fresh) implements PolicyMemory {
  private static final String WINDOW = "window";
  private static final String KEYS = "keys";
  private static final String VALUES = "values";

  /// Copies the list.
  CacheMemory {
    slots = List.copyOf(slots);
  }

  /// The arrays to store in a checkpoint.
  ///
  /// @param name prefix of their names
  List<Tensor> tensors(String name, TransformerSpec spec) {
    List<Tensor> all = new ArrayList<>(List.of(window.tensor(name + WINDOW, spec.horizon())));
    if (!slots.isEmpty()) {
      all.add(tensor(name + KEYS, slots.stream().map(slot -> slot.keys).toList()));
      all.add(tensor(name + VALUES, slots.stream().map(slot -> slot.values).toList()));
    }
    return all;
  }

  /// @param each `[slot][layer][numbers]`
  private static Tensor tensor(String name, List<float[][]> each) {
    int layers = each.getFirst().length;
    int numbers = each.getFirst()[0].length;
    float[] all = new float[each.size() * layers * numbers];
    for (int slot = 0; slot < each.size(); slot++) {
      for (int layer = 0; layer < layers; layer++) {
        System.arraycopy(each.get(slot)[layer], 0, all, (slot * layers + layer) * numbers, numbers);
      }
    }
    return new Tensor(name, new int[] {each.size(), layers, numbers}, all);
  }

  /// Reads what [#tensors] wrote.
  ///
  /// @param stored the numbers of an array by its name
  static CacheMemory read(String name, TransformerSpec spec, Function<String, float[]> stored) {
    SlotWindow.State window = SlotWindow.State.read(stored.apply(name + WINDOW), spec.horizon());
    int written = (int) Math.min(spec.horizon(), window.tick());
    List<Slot> slots = new ArrayList<>();
    if (written > 0) {
      float[] keys = stored.apply(name + KEYS);
      float[] values = stored.apply(name + VALUES);
      for (int slot = 0; slot < written; slot++) {
        slots.add(new Slot(part(keys, slot, written, spec), part(values, slot, written, spec)));
      }
    }
    return new CacheMemory(slots, window, written);
  }

  private static float[][] part(float[] all, int slot, int slots, TransformerSpec spec) {
    int numbers = all.length / (slots * spec.layers());
    float[][] each = new float[spec.layers()][];
    for (int layer = 0; layer < each.length; layer++) {
      int from = (slot * each.length + layer) * numbers;
      each[layer] = Arrays.copyOfRange(all, from, from + numbers);
    }
    return each;
  }

  /// Whether its slots hold numbers only.
  boolean finite() {
    return slots.stream().allMatch(slot -> slot.finite);
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

    /// Whether it holds numbers only.
    final boolean finite;

    Slot(float[][] keys, float[][] values) {
      this.keys = keys;
      this.values = values;
      this.finite = finite(keys) && finite(values);
    }

    private static boolean finite(float[][] layers) {
      // 0 times a number is 0, times anything else NaN: a sum needs no branch for each number.
      float sum = 0;
      for (float[] layer : layers) {
        for (float number : layer) {
          sum += 0 * number;
        }
      }
      return sum == 0;
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
