package dev.hindsight.trainer.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers as people read them.
class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "m left,   5.787, 5.787 m left",
    "m left,  -5.787, 5.787 m right",
    "m left,       0, 0 m",
    "m ahead, -2,     2 m behind",
    "m right, -1.5,   1.5 m left",
    "ft above, -300,  300 ft below",
    "m/s,     -3,     -3 m/s"
  })
  void aNumberSaysWhichSideItIsOn(String unit, double raw, String words) {
    assertEquals(words, new Quantity(unit, 1, List.of(), List.of()).describe(raw));
  }

  @ParameterizedTest
  @CsvSource({"0.1, 20 m left", "-0.1, 20 m right"})
  void theSideIsThatOfTheDecodedNumber(double raw, String words) {
    assertEquals(words, new Quantity("m left", 200, List.of(), List.of()).describe(raw));
  }
}
