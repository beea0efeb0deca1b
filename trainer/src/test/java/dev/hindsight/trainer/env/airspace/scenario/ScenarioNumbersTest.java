package dev.hindsight.trainer.env.airspace.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioNumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nan",
        "NaN",
        "inf",
        "-inf",
        "1e-05",
        "1.5E2",
        "[12.5]",
        "np.float64(12.5)",
        "",
        "-",
        ".",
        "1.2.3",
        "--5",
        "0x10",
        "12f",
        "٣"
      })
  void whatIsNoPlainNumberIsRefusedWhereverItStands(String text) {
    for (ToDoubleFunction<String> reader :
        java.util.List.<ToDoubleFunction<String>>of(
            ScenarioNumbers::heading,
            ScenarioNumbers::speed,
            ScenarioNumbers::altitude,
            ScenarioNumbers::vertical,
            x -> ScenarioNumbers.plain(x, "latitude"))) {
      assertThrows(Problem.class, () -> reader.applyAsDouble(text), text);
    }
  }

  @Test
  void numbersAreWrittenWithoutAnExponentAndReadAgain() {
    for (double x :
        new double[] {0, -0.0, 1e-5, Double.MIN_VALUE, 12.5, -1e15, 1e300, 359.99999, 1 / 3.0}) {
      String text = ScenarioNumbers.fixed(x);
      assertEquals(-1, text.toUpperCase(java.util.Locale.ROOT).indexOf('E'), text);
      assertEquals(x + 0.0, ScenarioNumbers.plain(text, "number"), text);
    }
  }

  @Test
  void whatIsNotFiniteCannotBeTold() {
    assertThrows(Problem.class, () -> ScenarioNumbers.fixed(Double.NaN));
    assertThrows(Problem.class, () -> ScenarioNumbers.fixed(Double.NEGATIVE_INFINITY));
  }

  @Test
  void speedsAreKnotsOrMachNumbers() {
    assertEquals(250 * 0.514444, ScenarioNumbers.speed("250"));
    assertEquals(0.78, ScenarioNumbers.speed(".78"));
    assertEquals(0.78, ScenarioNumbers.speed("M78"));
    assertEquals(0.78, ScenarioNumbers.speed("M.78"));
    assertEquals(0.78, ScenarioNumbers.speed("M0.78"));
  }

  @Test
  void altitudesAreFeetOrFlightLevels() {
    assertEquals(31000 * 0.3048, ScenarioNumbers.altitude("31000"), 1e-9);
    assertEquals(31000 * 0.3048, ScenarioNumbers.altitude("FL310"), 1e-9);
    assertEquals(31000 * 0.3048, ScenarioNumbers.altitude("fl310"), 1e-9);
  }

  @Test
  void magneticHeadingsAreRefusedRatherThanTakenForTrue() {
    assertThrows(Problem.class, () -> ScenarioNumbers.heading("M090"));
  }
}
