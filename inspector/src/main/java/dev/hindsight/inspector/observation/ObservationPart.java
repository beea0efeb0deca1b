package dev.hindsight.inspector.observation;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.ArrayList;
import java.util.List;

/// A row of the panel: a segment, a row of a segment that is a table, a plane of a segment that is
/// a stack of planes, or one number.
///
/// @param kind which of the four
/// @param name as displayed: `partners`, `[3]`, `rel_x`
/// @param from first dimension
/// @param length number of dimensions
/// @param quantity what the number measures; plain for several numbers
record ObservationPart(Kind kind, String name, int from, int length, Quantity quantity) {
  /// The size of the groups in which numbers of a vector without names are shown.
  private static final int GROUP = 100;

  /// The kind of a part.
  enum Kind {
    /// A whole segment.
    SEGMENT,
    /// A row of a table.
    ROW,
    /// A plane. [ObservedPlanes] shows its numbers.
    PLANE,
    /// One number.
    NUMBER
  }

  /// The segments of a layout; a single one without names if the layout does not describe this many
  /// numbers.
  ///
  /// @param size D, the numbers in an observation
  static List<ObservationPart> segments(ObservationLayout layout, int size) {
    return described(layout, size).stream()
        .map(s ->
            new ObservationPart(Kind.SEGMENT, s.name(), s.offset(), s.length(), Quantity.PLAIN))
        .toList();
  }

  /// A layout for exactly this many numbers.
  static List<Segment> described(ObservationLayout layout, int size) {
    return layout.size() == size && !layout.segments().isEmpty()
        ? layout.segments()
        : List.of(new Segment("observation", 0, List.of(size), List.of()));
  }

  /// The parts of a segment or row.
  ///
  /// @param segment the segment itself, or the one that contains the row
  List<ObservationPart> parts(Segment segment) {
    return switch (kind) {
      case SEGMENT -> segment.shape().size() > 1 ? rows(segment) : groups(segment);
      case ROW -> numbers(segment);
      case PLANE, NUMBER -> List.of();
    };
  }

  private static List<ObservationPart> rows(Segment segment) {
    List<ObservationPart> rows = new ArrayList<>();
    int length = segment.rowLength();
    for (int row = 0; row < segment.rows(); row++) {
      int at = segment.offset() + row * length;
      rows.add(
          segment.isPlanes()
              ? new ObservationPart(
                  Kind.PLANE, segment.feature(row), at, length, segment.quantity(row))
              : new ObservationPart(Kind.ROW, "[" + row + "]", at, length, Quantity.PLAIN));
    }
    return rows;
  }

  private List<ObservationPart> groups(Segment segment) {
    if (length <= 2 * GROUP) {
      return numbers(segment);
    }
    List<ObservationPart> groups = new ArrayList<>();
    for (int begin = 0; begin < length; begin += GROUP) {
      int size = Math.min(GROUP, length - begin);
      String range = "[" + begin + " … " + (begin + size - 1) + "]";
      groups.add(new ObservationPart(Kind.ROW, range, from + begin, size, Quantity.PLAIN));
    }
    return groups;
  }

  /// One number of a segment.
  ///
  /// @param within its index in the segment
  static ObservationPart number(ObservationLayout layout, Segment segment, int within) {
    int dimension = segment.offset() + within;
    return new ObservationPart(
        Kind.NUMBER,
        layout.nameOf(dimension),
        dimension,
        1,
        segment.quantity(segment.featureOf(within)));
  }

  private List<ObservationPart> numbers(Segment segment) {
    List<ObservationPart> numbers = new ArrayList<>();
    for (int at = from; at < from + length; at++) {
      int feature = segment.featureOf(at - segment.offset());
      numbers.add(
          new ObservationPart(
              Kind.NUMBER, segment.feature(feature), at, 1, segment.quantity(feature)));
    }
    return numbers;
  }
}
