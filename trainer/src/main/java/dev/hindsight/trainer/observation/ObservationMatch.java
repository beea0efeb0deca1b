package dev.hindsight.trainer.observation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.ObservationTree.SequenceKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Whether two observations are the same, compared array by array. The one comparison of nested
/// observations: where two fragments of an episode meet, the last observation of the first must be
/// the first one of the second.
///
/// Numbers are compared as numbers, so 0 equals -0. NaN equals NaN at the same place: an episode
/// that once observed NaN would otherwise never continue. The match says so, because nothing can be
/// learned from such a number.
public sealed interface ObservationMatch {
  /// They are the same.
  ///
  /// @param nan names of the numbers that are NaN in both, in order; usually empty
  record Same(List<String> nan) implements ObservationMatch {
    /// Copies the list.
    public Same {
      nan = List.copyOf(nan);
    }

    /// A warning about the numbers that are NaN in both; empty if none is.
    public Optional<String> warning() {
      return nan.isEmpty()
          ? Optional.empty()
          : Optional.of(
              wording(
                  "ObservationMatch.nan_in_both",
                  CountWords.of(nan.size(), "number"),
                  nan.getFirst()));
    }
  }

  /// A number differs.
  ///
  /// @param leaf path of the first array that differs: `landmarks/0`
  /// @param number name of its first number that differs: `landmarks/0.dx`
  /// @param one the number in the first observation
  /// @param other the number in the second observation
  record OtherNumber(String leaf, String number, float one, float other)
      implements ObservationMatch {}

  /// They cannot be compared.
  ///
  /// @param path of the first place where their structures differ
  /// @param one what the first observation has there
  /// @param other what the second observation has there
  record OtherStructure(String path, String one, String other) implements ObservationMatch {
    static OtherStructure onlyInFirst(String path) {
      return new OtherStructure(
          path, wording("ObservationMatch.something"), wording("ObservationMatch.nothing"));
    }

    static OtherStructure onlyInSecond(String path) {
      return new OtherStructure(
          path, wording("ObservationMatch.nothing"), wording("ObservationMatch.something"));
    }
  }

  /// Compares observations of known structure.
  static ObservationMatch of(NestedObservation one, NestedObservation other) {
    Optional<OtherStructure> apart = ObservationTree.difference(one.tree(), other.tree());
    return apart.isPresent()
        ? apart.get()
        : numbers(one.tree().layout(), one.numbers(), other.tree().layout(), other.numbers());
  }

  /// Compares the flat rows of one layout.
  static ObservationMatch of(ObservationLayout layout, float[] one, float[] other) {
    return numbers(layout, one, layout, other);
  }

  /// Where another layout first has other arrays; empty if both have the same ones, in any order.
  static Optional<OtherStructure> structure(ObservationLayout one, ObservationLayout other) {
    for (Segment segment : one.segments()) {
      Optional<Segment> same = other.named(segment.name());
      if (same.isEmpty()) {
        return Optional.of(OtherStructure.onlyInFirst(segment.name()));
      }
      if (!same.get().shape().equals(segment.shape())) {
        return Optional.of(
            new OtherStructure(segment.name(), array(segment.shape()), array(same.get().shape())));
      }
    }
    return other.segments().stream()
        .filter(segment -> one.named(segment.name()).isEmpty())
        .findFirst()
        .map(segment -> OtherStructure.onlyInSecond(segment.name()));
  }

  private static ObservationMatch numbers(
      ObservationLayout layout, float[] one, ObservationLayout otherLayout, float[] other) {
    List<String> nan = new ArrayList<>();
    for (Segment segment : layout.segments()) {
      int from = segment.offset();
      int otherFrom = otherLayout.named(segment.name()).orElseThrow().offset();
      for (int i = 0; i < segment.length(); i++) {
        float mine = one[from + i];
        float theirs = other[otherFrom + i];
        if (Float.isNaN(mine) && Float.isNaN(theirs)) {
          nan.add(layout.nameOf(from + i));
        } else if (mine != theirs) {
          return new OtherNumber(segment.name(), layout.nameOf(from + i), mine, theirs);
        }
      }
    }
    return new Same(nan);
  }

  /// In a sentence, without a full stop.
  default String words() {
    return switch (this) {
      case Same same -> same.warning().orElse(wording("ObservationMatch.the_same"));
      case OtherNumber found ->
          wording(
              "ObservationMatch.is_and",
              found.number(),
              NumberWords.significant(found.one(), 7),
              NumberWords.significant(found.other(), 7));
      case OtherStructure found ->
          wording("ObservationMatch.has_and", found.path(), found.one(), found.other());
    };
  }

  /// An array in words.
  static String array(List<Integer> shape) {
    return wording("ObservationMatch.array", shape);
  }

  /// A dictionary in words.
  static String dictionary(Collection<String> names) {
    return wording("ObservationMatch.dictionary", String.join(", ", names));
  }

  /// A sequence in words.
  static String sequence(SequenceKind kind, int items) {
    return switch (kind) {
      case TUPLE -> wording("ObservationMatch.tuple", items);
      case LIST -> wording("ObservationMatch.list", items);
    };
  }
}
