package dev.hindsight.trainer.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.observation.ObservationTree.ArrayLeaf;
import dev.hindsight.trainer.observation.ObservationTree.Dictionary;
import dev.hindsight.trainer.observation.ObservationTree.Sequence;
import dev.hindsight.trainer.observation.ObservationTree.SequenceKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObservationTreeTest {
  private static final ObservationTree TREE =
      dictionary(
          "self",
          dictionary("position", ArrayLeaf.of(2), "speed", ArrayLeaf.of(1)),
          "landmarks",
          Sequence.tuple(List.of(ArrayLeaf.of(2), ArrayLeaf.of(2))));

  private static Dictionary dictionary(Object... entries) {
    Map<String, ObservationTree> map = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put((String) entries[i], (ObservationTree) entries[i + 1]);
    }
    return new Dictionary(map);
  }

  private static NestedObservation of(ObservationTree tree, float... numbers) {
    return new NestedObservation(tree, numbers);
  }

  @Test
  void segmentsAreNamedByTheirPaths() {
    ObservationLayout layout = TREE.layout();
    assertEquals(
        List.of("self/position", "self/speed", "landmarks/0", "landmarks/1"),
        layout.segments().stream().map(ObservationLayout.Segment::name).toList());
    assertEquals(7, layout.size());
    assertEquals("landmarks/1.0", layout.nameOf(5));
    assertEquals("observation.1", ArrayLeaf.of(2).layout().nameOf(1));
  }

  @Test
  void aLayoutTellsItsTree() {
    for (ObservationTree tree :
        List.of(TREE, ArrayLeaf.of(3), Sequence.tuple(List.of(TREE, ArrayLeaf.of(1, 2))))) {
      assertEquals(tree, ObservationTree.of(tree.layout()));
    }
  }

  @Test
  void pathsThatAreNotUniqueMakeNoTree() {
    for (List<String> paths :
        List.of(List.of("a", "a"), List.of("a", "a/b"), List.of("a/b", "a"))) {
      List<ObservationLayout.Segment> segments = new ArrayList<>();
      paths.forEach(path ->
          segments.add(
              new ObservationLayout.Segment(path, segments.size(), List.of(1), List.of("x"))));
      ObservationLayout layout = new ObservationLayout(segments);
      assertThrows(IllegalArgumentException.class, () -> ObservationTree.of(layout));
    }
  }

  @Test
  void theFirstArrayThatDiffersIsNamedByItsPath() {
    NestedObservation one = of(TREE, 1, 2, 3, 4, 5, 6, 7);
    NestedObservation other = of(TREE, 1, 2, 3, 4, 5, 0, 0);
    ObservationMatch.OtherNumber found =
        assertInstanceOf(ObservationMatch.OtherNumber.class, ObservationMatch.of(one, other));
    assertEquals("landmarks/1", found.leaf());
    assertEquals("landmarks/1.0 is 6 in one and 0 in the other", found.words());
    assertEquals(new ObservationMatch.Same(List.of()), ObservationMatch.of(one, one));
  }

  @Test
  void nanAtTheSamePlaceIsEqualWithAWarningAndElsewhereNot() {
    NestedObservation one = of(TREE, 1, 2, 3, Float.NaN, 5, 6, 7);
    ObservationMatch.Same same =
        assertInstanceOf(ObservationMatch.Same.class, ObservationMatch.of(one, one));
    assertEquals(List.of("landmarks/0.0"), same.nan());
    assertTrue(same.warning().orElseThrow().contains("landmarks/0.0"));

    ObservationMatch apart = ObservationMatch.of(one, of(TREE, 1, 2, 3, 4, 5, 6, 7));
    assertEquals("landmarks/0", assertInstanceOf(ObservationMatch.OtherNumber.class, apart).leaf());
  }

  @Test
  void zerosOfEitherSignAreTheSameNumber() {
    ObservationTree one = ArrayLeaf.of(1);
    assertInstanceOf(ObservationMatch.Same.class, ObservationMatch.of(of(one, 0f), of(one, -0f)));
  }

  @Test
  void dictionariesAreComparedByNameInAnyOrder() {
    NestedObservation one = of(dictionary("a", ArrayLeaf.of(2), "b", ArrayLeaf.of(1)), 1, 2, 3);
    NestedObservation turned = of(dictionary("b", ArrayLeaf.of(1), "a", ArrayLeaf.of(2)), 3, 1, 2);
    assertInstanceOf(ObservationMatch.Same.class, ObservationMatch.of(one, turned));
  }

  @Test
  void anotherStructureIsNamedWhereItBegins() {
    ObservationTree two = Sequence.tuple(List.of(ArrayLeaf.of(2), ArrayLeaf.of(2)));
    assertStructure("b", dictionary("a", two, "b", two), dictionary("a", two));
    assertStructure("c", dictionary("a", two), dictionary("a", two, "c", two));
    assertStructure(
        "a", dictionary("a", two), dictionary("a", Sequence.tuple(List.of(ArrayLeaf.of(4)))));
    assertStructure(
        "a/1",
        dictionary("a", two),
        dictionary("a", Sequence.tuple(List.of(ArrayLeaf.of(2), ArrayLeaf.of(3)))));
    List<ObservationTree> items = List.of(ArrayLeaf.of(2), ArrayLeaf.of(2));
    assertStructure("observation", two, new Sequence(SequenceKind.LIST, items));
    assertStructure("observation", two, dictionary("0", ArrayLeaf.of(2), "1", ArrayLeaf.of(2)));
  }

  private static void assertStructure(String path, ObservationTree one, ObservationTree other) {
    ObservationMatch match =
        ObservationMatch.of(
            of(one, new float[one.layout().size()]), of(other, new float[other.layout().size()]));
    assertEquals(path, assertInstanceOf(ObservationMatch.OtherStructure.class, match).path());
  }

  /// Planted: the comparison of containers that the reference had, which takes the truth value of
  /// each array's comparison. It cannot tell for arrays of several numbers.
  @Test
  void aComparisonOfContainersFailsWhereThisOneAnswers() {
    List<float[]> one = List.of(new float[] {1, 2, 3}, new float[] {4, 5, 6});
    List<float[]> other = List.of(new float[] {1, 2, 3}, new float[] {4, 5, 7});
    assertThrows(IllegalStateException.class, () -> containersEqual(one, other));

    ObservationTree pair = Sequence.tuple(List.of(ArrayLeaf.of(3), ArrayLeaf.of(3)));
    ObservationMatch match =
        ObservationMatch.of(of(pair, 1, 2, 3, 4, 5, 6), of(pair, 1, 2, 3, 4, 5, 7));
    assertEquals("1", assertInstanceOf(ObservationMatch.OtherNumber.class, match).leaf());
    assertTrue(containersEqual(List.of(new float[] {1}), List.of(new float[] {1})));
    assertFalse(containersEqual(List.of(new float[] {1}), List.of(new float[] {2})));
  }

  /// `np.all(a == b)` of two tuples.
  private static boolean containersEqual(List<float[]> one, List<float[]> other) {
    for (int i = 0; i < one.size(); i++) {
      if (one.get(i).length > 1) {
        throw new IllegalStateException("the truth value of an array is ambiguous");
      }
      if (!Arrays.equals(one.get(i), other.get(i))) {
        return false;
      }
    }
    return one.size() == other.size();
  }

  @Test
  void namesThatWouldMakePathsAmbiguousAreRefused() {
    for (String name : List.of("", "a/b")) {
      assertThrows(IllegalArgumentException.class, () -> dictionary(name, ArrayLeaf.of(1)));
    }
    assertThrows(IllegalArgumentException.class, () -> of(TREE, 1, 2));
  }
}
