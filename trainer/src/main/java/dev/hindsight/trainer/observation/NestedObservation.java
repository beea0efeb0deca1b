package dev.hindsight.trainer.observation;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One nested observation: its structure and its numbers in one flat row. The caller does not write
/// the array afterwards.
///
/// @param tree its structure
/// @param numbers `[D]`, array after array in the order of the tree
public record NestedObservation(ObservationTree tree, float[] numbers) {
  /// Checks the length.
  ///
  /// @throws IllegalArgumentException if the tree has more or fewer numbers
  public NestedObservation {
    int size = tree.layout().size();
    if (numbers.length != size) {
      throw new IllegalArgumentException(numbers.length + " numbers for a tree of " + size);
    }
  }

  /// The observations of several agents as one tuple, array after array: what a decision maker of
  /// several members observes.
  ///
  /// @param members in the order of its members
  public static NestedObservation tuple(List<NestedObservation> members) {
    int size = members.stream().mapToInt(member -> member.numbers.length).sum();
    float[] all = new float[size];
    int at = 0;
    for (NestedObservation member : members) {
      System.arraycopy(member.numbers, 0, all, at, member.numbers.length);
      at += member.numbers.length;
    }
    return new NestedObservation(
        ObservationTree.Sequence.tuple(members.stream().map(NestedObservation::tree).toList()),
        all);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NestedObservation that
        && tree.equals(that.tree)
        && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return 31 * tree.hashCode() + Arrays.hashCode(numbers);
  }

  @Override
  public String toString() {
    return tree + Arrays.toString(numbers);
  }
}
