package dev.hindsight.trainer.env;

import java.util.Arrays;
import java.util.List;

/// What each number of an observation means: consecutive segments, each a vector or a table of
/// rows.
///
/// @param segments in order of their offsets, without gaps
public record ObservationLayout(List<Segment> segments) {
  /// Name of the segment, where there is one, that tells what the tick before brought (its action,
  /// its reward), over the end of a trial too: who must not remember the trial before may not see
  /// it there.
  public static final String PREVIOUS = "previous";

  /// Copies the list.
  public ObservationLayout {
    segments = List.copyOf(segments);
  }

  /// D, the length of an observation.
  public int size() {
    return segments.stream().mapToInt(s -> s.offset() + s.length()).max().orElse(0);
  }

  /// @param name `ego`, `partners`, ...
  /// @param offset index of its first number in the observation
  /// @param shape `[features]`, or `[rows, features]`
  /// @param names one name per feature: the last axis
  public record Segment(String name, int offset, List<Integer> shape, List<String> names) {
    /// Copies the lists.
    public Segment {
      shape = List.copyOf(shape);
      names = List.copyOf(names);
    }

    /// Numbers in the segment.
    public int length() {
      return shape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
    }
  }

  /// The name of one dimension, for instance `partners[3].rel_x`.
  public String nameOf(int dimension) {
    for (Segment s : segments) {
      int within = dimension - s.offset();
      if (within >= 0 && within < s.length()) {
        int features = s.shape().getLast();
        String feature =
            s.names().size() == features
                ? s.names().get(within % features)
                : "" + within % features;
        return s.shape().size() == 1
            ? s.name() + "." + feature
            : s.name() + "[" + within / features + "]." + feature;
      }
    }
    throw new IndexOutOfBoundsException(dimension + " in " + Arrays.toString(segments.toArray()));
  }
}
