package dev.hindsight.trainer.observation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationPackingTest {
  private static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("own", 0, List.of(2), List.of("x", "y")),
              segment("signed", 2, NumberType.I1),
              segment("unsigned", 8, NumberType.U1),
              segment("wide", 14, NumberType.I2)));

  private static Segment segment(String name, int offset, NumberType type) {
    return new Segment(name, offset, List.of(1, 2, 3), List.of("plane"), List.of(), type);
  }

  @Test
  void packingAndUnpackingGivesTheSameNumbersInTheBytesOfTheirTypes() {
    ObservationPacking packing = new ObservationPacking(LAYOUT);
    assertEquals(20, LAYOUT.size());
    assertEquals(2 * 4 + 6 + 6 + 6 * 2, packing.bytes());
    float[] numbers = {
      9, 0.1f, Float.NaN, -128, 127, 0, -1, 1, 2, 0, 255, 128, 127, 3, 4, -32768, 32767, 0, 1, 2, 3
    };
    byte[] bytes = new byte[3 + packing.bytes()];
    packing.pack(numbers, 1, bytes, 3);
    float[] back = new float[22];
    packing.unpack(bytes, 3, back, 2);
    assertArrayEquals(
        java.util.Arrays.copyOfRange(numbers, 1, 21), java.util.Arrays.copyOfRange(back, 2, 22));
    assertFalse(packing.isFloats());
    assertTrue(ObservationPacking.ofFloats(20).isFloats());
  }

  @Test
  void numbersThatTheirTypeDoesNotHoldAreRefused() {
    assertFalse(NumberType.I1.holds(128));
    assertFalse(NumberType.I1.holds(-128.5f));
    assertFalse(NumberType.U1.holds(-1));
    assertFalse(NumberType.I2.holds(Float.NaN));
    assertFalse(NumberType.I2.holds(Float.POSITIVE_INFINITY));
    assertTrue(NumberType.F4.holds(Float.NaN));
    assertRefused(2, -129, "-129", "|i1");
    assertRefused(7, 128, "128", "|i1");
    assertRefused(9, 0.5f, "0.5", "|u1");
    assertRefused(9, 256, "256", "|u1");
    assertRefused(13, -1, "-1", "|u1");
    assertRefused(14, Float.NaN, "NaN", "<i2");
    assertRefused(19, 32768, "32768", "<i2");
  }

  private static void assertRefused(int index, float number, String... words) {
    float[] numbers = new float[20];
    numbers[index] = number;
    Problem problem =
        assertThrows(
            Problem.class, () -> new ObservationPacking(LAYOUT).pack(numbers, 0, new byte[100], 0));
    for (String word : words) {
      assertTrue(problem.getMessage().contains(word), problem.getMessage());
    }
  }

  @Test
  void aCellOfAPlaneIsNamedByItsPlaneRowAndColumn() {
    assertEquals("own.y", LAYOUT.nameOf(1));
    assertEquals("signed.plane[1, 2]", LAYOUT.nameOf(7));
    Segment stack = new Segment("maps", 0, List.of(2, 4, 5), List.of("target", "action"));
    assertEquals("maps.action[3, 4]", new ObservationLayout(List.of(stack)).nameOf(39));
    assertEquals(1, stack.featureOf(20));
  }
}
