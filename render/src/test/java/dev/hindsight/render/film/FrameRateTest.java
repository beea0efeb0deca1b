package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameRateTest {
  @ParameterizedTest
  @CsvSource({
    "0.1, 10, 1",
    "0.10000000149011612, 10, 1",
    "0.05, 20, 1",
    "0.03333333333333333, 30, 1",
    "1, 1, 1",
    "5, 1, 5",
    "0.3, 10, 3",
    "0.0625, 16, 1",
    "1e-6, 1000000, 1",
    "1e6, 1, 1000000"
  })
  void aTickIsShownForAsLongAsItTook(double tickSeconds, int numerator, int denominator) {
    assertEquals(new FrameRate(numerator, denominator), FrameRate.ofTick(tickSeconds));
  }

  @Test
  void anAwkwardTickIsMetToATenMillionth() {
    double tick = Math.PI / 100;
    assertEquals(tick, FrameRate.ofTick(tick).frameSeconds(), tick * 1e-7);
  }

  @ParameterizedTest
  @CsvSource({"10, 10, 1", "29.97, 2997, 100", "30000/1001, 30000, 1001", "20/2, 10, 1"})
  void aTypedRateIsANumberOrAFraction(String text, int numerator, int denominator) {
    assertEquals(new FrameRate(numerator, denominator), FrameRate.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"7.5, 7.5", "15/2, 7.5", "10, 10", "100, 100", "30000/1001, 30000/1001", "1/3, 1/3"})
  void aRateIsSaidAsANumberWhereThatIsExact(String typed, String words) {
    assertEquals(words, FrameRate.parse(typed).words());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "0", "-10", "NaN", "Infinity", "1/0", "1/2/3", "1e9", "0/1"})
  void whatIsNoRateIsRefused(String text) {
    assertThrows(Problem.class, () -> FrameRate.parse(text));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, Double.NaN, Double.POSITIVE_INFINITY, 1e-9})
  void noTickTakesNoOrNegativeTime(double tickSeconds) {
    assertThrows(Problem.class, () -> FrameRate.ofTick(tickSeconds));
  }
}
