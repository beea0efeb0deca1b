package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.env.ObservationLayout;
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
public record Sources(List<Source> all) {
  /// Nothing is known.
  public static final Sources NONE = new Sources(List.of());

  /// Copies the list.
  public Sources {
    all = List.copyOf(all);
  }

  /// A thing and the dimensions it fills.
  ///
  /// @param subject the thing
  /// @param from first dimension
  /// @param length number of dimensions
  public record Source(Subject subject, int from, int length) {
    boolean fills(int dimension) {
      return dimension >= from && dimension < from + length;
    }
  }

  /// What the layout alone tells: a row of a table, or a feature of a vector, is a thing of its
  /// own, named by its segment.
  public static Sources of(ObservationLayout layout) {
    List<Source> sources = new ArrayList<>();
    for (ObservationLayout.Segment segment : layout.segments()) {
      boolean table = segment.shape().size() > 1;
      int step = table ? segment.features() : 1;
      for (int row = 0; row < segment.length() / Math.max(1, step); row++) {
        sources.add(
            new Source(new Subject(segment.name(), row), segment.offset() + row * step, step));
      }
    }
    return new Sources(sources);
  }

  /// These connections and others.
  public Sources and(List<Source> more) {
    List<Source> both = new ArrayList<>(all);
    both.addAll(more);
    return new Sources(both);
  }

  /// What a dimension came from.
  public Set<Subject> of(int dimension) {
    Set<Subject> subjects = new LinkedHashSet<>();
    for (Source source : all) {
      if (source.fills(dimension)) {
        subjects.add(source.subject());
      }
    }
    return subjects;
  }

  /// The dimensions that any of some things fills.
  public BitSet filledBy(Set<Subject> subjects) {
    BitSet dimensions = new BitSet();
    for (Source source : all) {
      if (subjects.contains(source.subject())) {
        dimensions.set(source.from(), source.from() + source.length());
      }
    }
    return dimensions;
  }

  /// Some things, and those that fill the same dimensions: for a vehicle the row of the observation
  /// that tells of it, for that row the vehicle.
  public Set<Subject> related(Set<Subject> subjects) {
    BitSet dimensions = filledBy(subjects);
    Set<Subject> related = new HashSet<>(subjects);
    for (Source source : all) {
      if (dimensions.get(source.from())) {
        related.add(source.subject());
      }
    }
    return related;
  }
}
