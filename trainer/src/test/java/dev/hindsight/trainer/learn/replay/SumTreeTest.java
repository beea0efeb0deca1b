package dev.hindsight.trainer.learn.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SumTreeTest {
  private static SumTree of(double... leaves) {
    SumTree tree = new SumTree(4);
    for (int i = 0; i < leaves.length; i++) {
      if (leaves[i] > 0) {
        tree.set(i, leaves[i]);
      }
    }
    return tree;
  }

  /// Every query of RLlib's tree. Where that one ends on a leaf without a sample, this one ends on
  /// the last that has one; where that one fails later because of a NaN, this one refuses the NaN.
  @Test
  void answersEveryQueryOfTheReference() {
    int queries = 0;
    for (JsonNode test : AirTrafficReference.file("rllib_segment_tree_per").get("segment_tree")) {
      if (!test.has("leaves") || test.get("leaves").toString().contains("nan")) {
        continue;
      }
      double[] leaves = new double[test.get("leaves").size()];
      Arrays.setAll(leaves, i -> test.get("leaves").get(i).doubleValue());
      SumTree tree = of(leaves);
      assertEquals(test.get("sum").doubleValue(), tree.total(), 1e-15);
      int last = leaves.length - 1;
      for (JsonNode query : test.get("queries")) {
        double prefix = query.get("prefixsum").doubleValue();
        queries++;
        if (query.has("error")) {
          assertThrows(IllegalArgumentException.class, () -> tree.find(prefix));
        } else {
          int expected = query.get("assigned").booleanValue() ? query.get("idx").intValue() : last;
          assertEquals(expected, tree.find(prefix), prefix + " of " + Arrays.toString(leaves));
        }
      }
    }
    assertEquals(24, queries);
  }

  @Test
  void anEvictedLeafIsNeitherInSumsNorInMinima() {
    JsonNode test = AirTrafficReference.file("rllib_segment_tree_per").get("segment_tree").get(4);
    SumTree tree = of(1, 2, 3, 1, 5, 3);
    tree.clear(1);
    assertEquals(test.get("sum").doubleValue(), tree.total());
    assertEquals(test.get("min").doubleValue(), tree.least());
    assertEquals(test.get("sum_0_3").doubleValue(), tree.sum(0, 3) + tree.value(3));
    assertEquals(test.get("min_0_2").doubleValue(), tree.least(0, 2));
  }

  @Test
  void aPriorityThatIsNotFiniteIsRefusedAndChangesNothing() {
    SumTree tree = of(1, 2);
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1, 0}) {
      assertThrows(IllegalArgumentException.class, () -> tree.set(1, bad));
    }
    assertEquals(3, tree.total());
  }

  /// The bug of the reference: a search for the total ends on a leaf that was never set.
  private static int naiveFind(double[] nodes, int width, double prefix) {
    int node = 1;
    double rest = prefix;
    while (node < width) {
      node *= 2;
      if (nodes[node] <= rest) {
        rest -= nodes[node];
        node++;
      }
    }
    return node - width;
  }

  @Test
  void theTotalAndAHairBeyondItEndOnALeafThatIsSet() {
    SumTree tree = of(0.2, 0.2, 0.2);
    for (double prefix :
        new double[] {tree.total(), Math.nextUp(tree.total()), tree.total() + 9e-6}) {
      assertEquals(2, tree.find(prefix));
      double[] nodes = {0, tree.total(), 0.4, 0.2, 0.2, 0.2, 0.2, 0};
      assertEquals(3, naiveFind(nodes, 4, prefix), "the planted search does not fail");
    }
  }

  /// Against a list of all leaves, with leaves set, changed, cleared, and the tree growing.
  @Test
  void agreesWithASumOverAllLeaves() {
    SplittableRandom random = new SplittableRandom(3);
    SumTree tree = new SumTree(1);
    Map<Integer, Double> leaves = new TreeMap<>();
    for (int round = 0; round < 20_000; round++) {
      int leaf = random.nextInt(1 + round / 40);
      if (random.nextInt(3) == 0) {
        tree.clear(leaf);
        leaves.remove(leaf);
      } else {
        double value = Math.pow(random.nextDouble(), 20) + 1e-300;
        tree.set(leaf, value);
        leaves.put(leaf, value);
      }
      if (leaves.isEmpty()) {
        continue;
      }
      double total = leaves.values().stream().mapToDouble(Double::doubleValue).sum();
      assertEquals(total, tree.total(), 1e-12 * total);
      double smallest =
          leaves.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
      assertEquals(smallest, tree.least());
      int found = tree.find(random.nextInt(10) == 0 ? tree.total() : random.nextDouble() * total);
      assertTrue(leaves.containsKey(found), "leaf " + found + " is not set");
    }
  }

  /// Many leaves, and many searches, at once: to the last bit as one after the other, also where a
  /// leaf occurs twice, and while the tree grows.
  @Test
  void manyAtOnceAreAsOneAfterTheOther() {
    SplittableRandom random = new SplittableRandom(5);
    SumTree single = new SumTree(1);
    SumTree many = new SumTree(1);
    for (int round = 0; round < 2_000; round++) {
      int[] leaves = new int[random.nextInt(1, 40)];
      double[] values = new double[leaves.length];
      for (int i = 0; i < leaves.length; i++) {
        leaves[i] = random.nextInt(1 + round);
        values[i] = Math.pow(random.nextDouble(), 20) + 1e-300;
        single.set(leaves[i], values[i]);
      }
      many.set(leaves, values);
      int gone = random.nextInt(1 + round);
      if (gone != leaves[0]) {
        single.clear(gone);
        many.clear(gone);
      }
      assertEquals(single.total(), many.total());
      assertEquals(single.least(), many.least());
      double[] prefixes = new double[16];
      Arrays.setAll(prefixes, _ -> random.nextDouble() * single.total());
      prefixes[0] = single.total();
      int[] expected = Arrays.stream(prefixes).mapToInt(single::find).toArray();
      int[] found = new int[prefixes.length];
      many.find(prefixes, found);
      assertArrayEquals(expected, found);
    }
  }

  @Test
  void oneOfManyThatIsNotFiniteIsRefusedAndNoneIsSet() {
    SumTree tree = of(1, 2);
    int[] leaves = {0, 1};
    assertThrows(
        IllegalArgumentException.class, () -> tree.set(leaves, new double[] {5, Double.NaN}));
    assertThrows(
        IllegalArgumentException.class, () -> tree.find(new double[] {1, 3.1}, new int[2]));
    assertEquals(3, tree.total());
    assertEquals(1, tree.value(0));
  }

  @Test
  void theSumsDependOnTheLeavesAloneToTheLastBit() {
    SplittableRandom random = new SplittableRandom(4);
    double[] leaves = new double[300];
    Arrays.setAll(leaves, _ -> random.nextDouble() + 1e-3);
    SumTree forward = of(leaves);
    SumTree other = new SumTree(1024);
    for (int i = leaves.length - 1; i >= 0; i--) {
      other.set(i, 1 + random.nextDouble());
    }
    for (int i = 0; i < leaves.length; i++) {
      other.set(i, leaves[i]);
    }
    assertEquals(forward.total(), other.total());
    forward.rebuild();
    assertEquals(other.total(), forward.total());
    // A running total does build up rounding: were it used here, the two would differ.
    double running = 0;
    for (double leaf : leaves) {
      running += 1 + leaf;
    }
    for (int i = 0; i < leaves.length; i++) {
      running -= 1;
    }
    assertNotEquals(forward.total(), running);
  }
}
