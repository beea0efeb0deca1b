package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which things are the source of which numbers in one agent's observation at a tick, in both
/// directions.
///
/// A dimension may have several sources (a distance between two things), and a thing may be the
/// source of many dimensions.
///
/// @param all every connection, in the order of the dimensions
public record ObservationSources(List<ObservationSource> all) {
  /// No known sources.
  public static final ObservationSources NONE = new ObservationSources(List.of());

  /// Copies the list.
  public ObservationSources {
    all = List.copyOf(all);
  }

  /// A thing and the dimensions it is the source of.
  ///
  /// @param subject the thing
  /// @param from first dimension
  /// @param length number of dimensions
  public record ObservationSource(MarkSubject subject, int from, int length) {
    boolean fills(int dimension) {
      return dimension >= from && dimension < from + length;
    }
  }

  /// The sources that follow from the layout alone: a row of a table, a plane, or a feature of a
  /// vector is a separate thing, named by its segment.
  public static ObservationSources of(ObservationLayout layout) {
    List<ObservationSource> sources = new ArrayList<>();
    for (ObservationLayout.Segment segment : layout.segments()) {
      boolean table = segment.shape().size() > 1;
      int step = table ? segment.rowLength() : 1;
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

  /// The sources of a dimension.
  public Set<MarkSubject> of(int dimension) {
    Set<MarkSubject> subjects = new LinkedHashSet<>();
    for (ObservationSource observationSource : all) {
      if (observationSource.fills(dimension)) {
        subjects.add(observationSource.subject());
      }
    }
    return subjects;
  }

  /// The dimensions with any of some things as a source.
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

  /// Some things with those related to the same dimensions: for a vehicle its row of the
  /// observation, for that row the vehicle.
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
