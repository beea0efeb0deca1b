package dev.hindsight.trainer.observation;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The meaning of each number of an observation: consecutive segments, each a vector or a table of
/// rows.
///
/// @param segments in order of their offsets, without gaps
public record ObservationLayout(List<Segment> segments) {
  /// Name of the segment, if there is one, that shows the results of the previous tick (its action,
  /// its reward), even across the end of a trial. An agent that must not know the previous trial
  /// may not see it there.
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
  /// @param quantities what each feature measures; empty if unknown
  public record Segment(
      String name,
      int offset,
      List<Integer> shape,
      List<String> names,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Quantity> quantities) {
    /// Copies the lists.
    public Segment {
      shape = List.copyOf(shape);
      names = List.copyOf(names);
      quantities = List.copyOf(quantities);
    }

    /// A segment of numbers with unknown meaning.
    public Segment(String name, int offset, List<Integer> shape, List<String> names) {
      this(name, offset, shape, names, List.of());
    }

    /// Numbers in the segment.
    public int length() {
      return shape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
    }

    /// Numbers in a row of a table, or in the whole vector.
    public int features() {
      return shape.getLast();
    }

    /// Rows of a table, 1 for a vector.
    public int rows() {
      return shape.size() == 1 ? 1 : shape.getFirst();
    }

    /// The name of a feature; its index if the recording has no names.
    public String feature(int index) {
      return names.size() == features() ? names.get(index) : Integer.toString(index);
    }

    /// What a feature measures.
    public Quantity quantity(int index) {
      return quantities.size() == features() ? quantities.get(index) : Quantity.PLAIN;
    }
  }

  /// The segment of a dimension; empty in a gap between segments.
  public Optional<Segment> segmentOf(int dimension) {
    return segments.stream()
        .filter(s -> dimension >= s.offset() && dimension < s.offset() + s.length())
        .findFirst();
  }

  /// The name of one dimension, for instance `partners[3].rel_x`.
  public String nameOf(int dimension) {
    Segment s =
        segmentOf(dimension)
            .orElseThrow(() ->
                new IndexOutOfBoundsException(
                    dimension + " in " + Arrays.toString(segments.toArray())));
    int within = dimension - s.offset();
    String feature = s.feature(within % s.features());
    return s.shape().size() == 1
        ? s.name() + "." + feature
        : s.name() + "[" + within / s.features() + "]." + feature;
  }
}
