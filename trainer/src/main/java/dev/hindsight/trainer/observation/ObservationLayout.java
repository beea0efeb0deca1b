package dev.hindsight.trainer.observation;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The meaning of each number of an observation: consecutive segments, each a vector, a table of
/// rows or a stack of planes.
///
/// @param segments in order of their offsets, without gaps; those that only the critic sees are the
///   last
public record ObservationLayout(List<Segment> segments) {
  /// Name of the segment, if there is one, that shows the results of the previous tick (its action,
  /// its reward), even across the end of a trial. An agent that must not know the previous trial
  /// may not see it there.
  public static final String PREVIOUS = "previous";

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if the actor sees a segment behind one that only the critic
  ///   sees
  public ObservationLayout {
    segments = List.copyOf(segments);
    boolean hidden = false;
    for (Segment segment : segments) {
      if (hidden && !segment.criticOnly()) {
        throw new IllegalArgumentException(
            "segments that only the critic sees are the last: " + segment.name());
      }
      hidden = segment.criticOnly();
    }
  }

  /// What the actor sees: the segments before those that only the critic sees.
  public ObservationLayout forActor() {
    return new ObservationLayout(
        segments.stream().filter(segment -> !segment.criticOnly()).toList());
  }

  /// D, the length of an observation.
  public int size() {
    return segments.stream().mapToInt(s -> s.offset() + s.length()).max().orElse(0);
  }

  /// Whether all numbers are floats, so that a recording holds them in one column, `observation`.
  /// Otherwise each segment has a column of its own type, `observation/NAME`.
  public boolean inOneColumn() {
    return segments.stream().allMatch(segment -> segment.type() == NumberType.F4);
  }

  /// @param name `ego`, `partners`, ...
  /// @param offset index of its first number in the observation
  /// @param shape `[features]`, `[rows, features]` or `[planes, height, width]`
  /// @param names one name per feature (the last axis) or per plane (the first)
  /// @param quantities what each feature or plane measures; empty if unknown
  /// @param type how its numbers are stored
  /// @param audience who sees it
  public record Segment(
      String name,
      int offset,
      List<Integer> shape,
      List<String> names,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Quantity> quantities,
      @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitFloat.class)
          NumberType type,
      @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitAll.class)
          Audience audience) {
    /// Copies the lists.
    public Segment {
      shape = List.copyOf(shape);
      names = List.copyOf(names);
      quantities = List.copyOf(quantities);
    }

    /// A segment that actor and critic see.
    public Segment(
        String name,
        int offset,
        List<Integer> shape,
        List<String> names,
        List<Quantity> quantities,
        NumberType type) {
      this(name, offset, shape, names, quantities, type, Audience.ALL);
    }

    /// A segment of floats.
    public Segment(
        String name,
        int offset,
        List<Integer> shape,
        List<String> names,
        List<Quantity> quantities) {
      this(name, offset, shape, names, quantities, NumberType.F4);
    }

    /// A segment of floats with unknown meaning.
    public Segment(String name, int offset, List<Integer> shape, List<String> names) {
      this(name, offset, shape, names, List.of());
    }

    /// Whether only the critic sees it.
    @JsonIgnore
    public boolean criticOnly() {
      return audience == Audience.CRITIC;
    }

    /// Numbers in the segment.
    public int length() {
      return shape.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
    }

    /// Whether it is a stack of planes, each a picture, rather than a vector or a table.
    @JsonIgnore
    public boolean isPlanes() {
      return shape.size() == 3;
    }

    /// Features of a row of a table or of the whole vector, or planes: what [#names] counts.
    public int features() {
      return isPlanes() ? shape.getFirst() : shape.getLast();
    }

    /// Rows of a table, or planes; 1 for a vector.
    public int rows() {
      return shape.size() == 1 ? 1 : shape.getFirst();
    }

    /// Numbers in a row, a plane, or the whole vector.
    public int rowLength() {
      return isPlanes() ? shape.get(1) * shape.get(2) : shape.getLast();
    }

    /// Index of the feature or plane that a number belongs to.
    ///
    /// @param within index in the segment
    public int featureOf(int within) {
      return isPlanes() ? within / rowLength() : within % features();
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

  /// The segment with a name, or with a path if the observation is nested.
  public Optional<Segment> named(String name) {
    return segments.stream().filter(segment -> segment.name().equals(name)).findFirst();
  }

  /// The segment of a dimension; empty in a gap between segments.
  public Optional<Segment> segmentOf(int dimension) {
    return segments.stream()
        .filter(s -> dimension >= s.offset() && dimension < s.offset() + s.length())
        .findFirst();
  }

  /// The name of one dimension, for instance `partners[3].rel_x`; `[9]` in a gap between segments.
  public String nameOf(int dimension) {
    return segmentOf(dimension)
        .map(segment -> nameIn(segment, dimension))
        .orElseGet(() -> "[" + dimension + "]");
  }

  private static String nameIn(Segment s, int dimension) {
    int within = dimension - s.offset();
    String feature = s.feature(s.featureOf(within));
    return switch (s.shape().size()) {
      case 1 -> s.name() + "." + feature;
      case 2 -> s.name() + "[" + within / s.features() + "]." + feature;
      default -> {
        int cell = within % s.rowLength();
        int width = s.shape().getLast();
        yield s.name() + "." + feature + "[" + cell / width + ", " + cell % width + "]";
      }
    };
  }

  /// Leaves out of JSON that everyone sees a segment: recordings without marks are as before.
  private static final class OmitAll {
    @Override
    public boolean equals(@Nullable Object audience) {
      return audience == Audience.ALL;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /// Leaves the type of floats out of JSON: recordings without other types are as before.
  private static final class OmitFloat {
    @Override
    public boolean equals(@Nullable Object type) {
      return type == NumberType.F4;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
