package dev.hindsight.inspector.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A cache of the pyramids drawn last, limited in bytes. One owner thread.
public final class SeriesCache {
  private final long budget;
  private final Map<SeriesKey, MinMaxPyramid> kept = new LinkedHashMap<>(16, 0.75f, true);

  /// @param budget the most bytes they may take together
  public SeriesCache(long budget) {
    this.budget = budget;
  }

  /// A cached pyramid; marks it as used.
  public Optional<MinMaxPyramid> find(SeriesKey key) {
    return Optional.ofNullable(kept.get(key));
  }

  /// Whether a series with this many ticks fits beside those on screen.
  public boolean holds(int ticks, Set<SeriesKey> shown) {
    long taken =
        kept.entrySet().stream()
            .filter(entry -> shown.contains(entry.getKey()))
            .mapToLong(entry -> entry.getValue().bytes())
            .sum();
    return taken + MinMaxPyramid.bytesFor(ticks) <= budget;
  }

  /// Adds a pyramid, and drops the least recently used ones until all fit; never drops those on
  /// screen.
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
