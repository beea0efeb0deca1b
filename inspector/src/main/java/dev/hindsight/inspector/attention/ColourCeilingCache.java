package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.task.Cancellation;
import java.util.LinkedHashMap;
import java.util.Map;

/// Ceilings computed before: finding one counts all weights of a plane, which takes longer than
/// painting it. Any thread.
final class ColourCeilingCache {
  private static final int MOST_CEILINGS = 256;

  private final Map<Key, Float> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Float> eldest) {
          return size() > MOST_CEILINGS;
        }
      };

  /// What a ceiling depends on; traces are compared by identity.
  record Key(AttentionTrace trace, int layer, HeadBlend blend, double percent, Diagonal diagonal) {}

  /// The ceiling of a plane.
  ///
  /// @param plane the plane of the key's blend
  float of(Key key, float[] plane) {
    synchronized (known) {
      Float before = known.get(key);
      if (before != null) {
        return before;
      }
    }
    float found = ColourCeiling.of(key.trace, plane, key.percent, key.diagonal);
    synchronized (known) {
      known.put(key, found);
    }
    return found;
  }

  /// Finds the ceilings of all heads of all layers, so that switching heads only takes painting.
  void prepare(AttentionTrace trace, double percent, Diagonal diagonal, Cancellation cancellation) {
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        cancellation.throwIfCancelled();
        of(
            new Key(trace, layer, new HeadBlend.One(head), percent, diagonal),
            trace.plane(layer, head));
      }
    }
  }

  /// The number of ceilings in the cache.
  int count() {
    synchronized (known) {
      return known.size();
    }
  }
}
