package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.transformer.CacheMemory.Slot;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Copies slots of a cache out, each once, and copies back only those that differ: it remembers
/// which copy every slot holds. One owner thread.
///
/// A cache is written in order, so going back to an earlier tick moves nothing; only slots that
/// were overwritten since with other content are copied back.
final class CacheCopies implements AutoCloseable {
  /// Slots that are restored together.
  private static final int TOGETHER = 32;

  private final List<KeyValueCache> caches;
  private final TransformerSpec spec;
  private final NDManager manager;
  private final int agents;
  private final Slot[] held;
  private final List<HostArray> staging = new ArrayList<>();

  CacheCopies(List<KeyValueCache> caches, TransformerSpec spec, NDManager manager, int agents) {
    this.caches = caches;
    this.spec = spec;
    this.manager = manager;
    this.agents = agents;
    held = new Slot[spec.horizon()];
    Arrays.fill(held, Slot.UNKNOWN);
  }

  /// Marks a slot as written: no copy has its present content.
  void touched(int slot) {
    held[slot] = Slot.UNKNOWN;
  }

  /// Copies the first slots.
  CacheMemory copy(int slots, SlotWindow.State window) {
    int fresh = 0;
    for (int slot = 0; slot < slots; slot++) {
      if (held[slot] == Slot.UNKNOWN) {
        held[slot] = read(slot);
        fresh++;
      }
    }
    return new CacheMemory(Arrays.asList(held).subList(0, slots), window, fresh);
  }

  /// Restores a copy.
  void restore(List<Slot> slots) {
    int from = 0;
    while (from < slots.size()) {
      if (held[from] == slots.get(from)) {
        from++;
        continue;
      }
      int count = from + TOGETHER <= slots.size() ? TOGETHER : 1;
      write(from, slots.subList(from, from + count));
      from += count;
    }
  }

  private Slot read(int slot) {
    float[][] keys = new float[caches.size()][];
    float[][] values = new float[caches.size()][];
    for (int layer = 0; layer < keys.length; layer++) {
      keys[layer] = caches.get(layer).key(slot);
      values[layer] = caches.get(layer).value(slot);
    }
    return new Slot(keys, values);
  }

  private void write(int from, List<Slot> slots) {
    for (int layer = 0; layer < caches.size(); layer++) {
      float[][] keys = new float[slots.size()][];
      float[][] values = new float[slots.size()][];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = slots.get(i).keys[layer];
        values[i] = slots.get(i).values[layer];
      }
      if (caches.get(layer).place(from, keys, values)) {
        continue;
      }
      HostArray stage = staging(slots.size());
      for (int i = 0; i < slots.size(); i++) {
        put(stage, slots.get(i).keys[layer], i, slots.size());
      }
      caches.get(layer).writeKeys(from, from + slots.size(), stage.onDevice());
      for (int i = 0; i < slots.size(); i++) {
        put(stage, slots.get(i).values[layer], i, slots.size());
      }
      caches.get(layer).writeValues(from, from + slots.size(), stage.onDevice());
    }
    for (int i = 0; i < slots.size(); i++) {
      held[from + i] = slots.get(i);
    }
  }

  /// From `[A * H, d / H]` into slot i of `[A * H, n, d / H]`.
  private void put(HostArray stage, float[] numbers, int i, int n) {
    FloatBuffer target = stage.bytes().asFloatBuffer();
    int width = spec.headWidth();
    for (int row = 0; row < agents * spec.heads(); row++) {
      target.put((row * n + i) * width, numbers, row * width, width);
    }
  }

  /// Memory for restoring slots, allocated at the first use: most policies never go back.
  private HostArray staging(int slots) {
    if (staging.isEmpty()) {
      long rows = (long) agents * spec.heads();
      staging.add(new HostArray(manager, DataType.FLOAT32, rows, 1, spec.headWidth()));
      staging.add(new HostArray(manager, DataType.FLOAT32, rows, TOGETHER, spec.headWidth()));
    }
    return slots == 1 ? staging.getFirst() : staging.getLast();
  }

  @Override
  public void close() {
    staging.forEach(HostArray::close);
  }
}
