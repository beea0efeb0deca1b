package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which things fill which numbers of one agent's observation at one tick: the way from a dimension
/// to what it was measured at, and back.
///
/// A dimension may come from several things (a distance between two), and a thing may fill many.
///
/// @param all every connection, in the order of the dimensions
public record ObservationSources(List<ObservationSource> all) {
  /// Nothing is known.
  public static final ObservationSources NONE = new ObservationSources(List.of());

  /// Copies the list.
  public ObservationSources {
    all = List.copyOf(all);
  }

  /// A thing and the dimensions it fills.
  ///
  /// @param subject the thing
  /// @param from first dimension
  /// @param length number of dimensions
  public record ObservationSource(MarkSubject subject, int from, int length) {
    boolean fills(int dimension) {
      return dimension >= from && dimension < from + length;
    }
  }

  /// What the layout alone tells: a row of a table, or a feature of a vector, is a thing of its
  /// own, named by its segment.
  public static ObservationSources of(ObservationLayout layout) {
    List<ObservationSource> sources = new ArrayList<>();
    for (ObservationLayout.Segment segment : layout.segments()) {
      boolean table = segment.shape().size() > 1;
      int step = table ? segment.features() : 1;
      for (int row = 0; row < segment.length() / Math.max(1, step); row++) {
        sources.add(
            new ObservationSource(
                new MarkSubject(segment.name(), row), segment.offset() + row * step, step));
      }
    }
    return new ObservationSources(sources);
  }

  /// These connections and others.
  public ObservationSources and(List<ObservationSource> more) {
    List<ObservationSource> both = new ArrayList<>(all);
    both.addAll(more);
    return new ObservationSources(both);
  }

  /// What a dimension came from.
  public Set<MarkSubject> of(int dimension) {
    Set<MarkSubject> subjects = new LinkedHashSet<>();
    for (ObservationSource observationSource : all) {
      if (observationSource.fills(dimension)) {
        subjects.add(observationSource.subject());
      }
    }
    return subjects;
  }

  /// The dimensions that any of some things fills.
  public BitSet filledBy(Set<MarkSubject> subjects) {
    BitSet dimensions = new BitSet();
    for (ObservationSource observationSource : all) {
      if (subjects.contains(observationSource.subject())) {
        dimensions.set(
            observationSource.from(), observationSource.from() + observationSource.length());
      }
    }
    return dimensions;
  }

  /// Some things, and those that fill the same dimensions: for a vehicle the row of the observation
  /// that tells of it, for that row the vehicle.
  public Set<MarkSubject> related(Set<MarkSubject> subjects) {
    BitSet dimensions = filledBy(subjects);
    Set<MarkSubject> related = new HashSet<>(subjects);
    for (ObservationSource observationSource : all) {
      if (dimensions.get(observationSource.from())) {
        related.add(observationSource.subject());
      }
    }
    return related;
  }
}
