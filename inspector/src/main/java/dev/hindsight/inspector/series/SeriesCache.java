package dev.hindsight.inspector.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pyramids of a recording that were drawn last, within a number of bytes. One owner thread.
public final class SeriesCache {
  private final long budget;
  private final Map<SeriesKey, MinMaxPyramid> kept = new LinkedHashMap<>(16, 0.75f, true);

  /// @param budget bytes they may take together
  public SeriesCache(long budget) {
    this.budget = budget;
  }

  /// One of them, which counts as used.
  public Optional<MinMaxPyramid> find(SeriesKey key) {
    return Optional.ofNullable(kept.get(key));
  }

  /// Whether a series of so many ticks can be kept beside those that are on show.
  public boolean holds(int ticks, Set<SeriesKey> shown) {
    long taken =
        kept.entrySet().stream()
            .filter(entry -> shown.contains(entry.getKey()))
            .mapToLong(entry -> entry.getValue().bytes())
            .sum();
    return taken + MinMaxPyramid.bytesFor(ticks) <= budget;
  }

  /// Keeps one, and lets go of those that were used longest ago until all fit; what is on show is
  /// never let go of.
  public void keep(SeriesKey key, MinMaxPyramid minMaxPyramid, Set<SeriesKey> shown) {
    kept.put(key, minMaxPyramid);
    for (SeriesKey oldest : new ArrayList<>(kept.keySet())) {
      if (bytes() <= budget) {
        return;
      }
      if (!shown.contains(oldest) && !oldest.equals(key)) {
        kept.remove(oldest);
      }
    }
  }

  /// Bytes they take now.
  public long bytes() {
    return kept.values().stream().mapToLong(MinMaxPyramid::bytes).sum();
  }

  /// Bytes they may take.
  public long budget() {
    return budget;
  }
}
