package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NumberWordsTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));

  /// These write for programs: a style sheet, the clock of a scenario file.
  private static final List<String> OTHERWISE =
      List.of(
          "/trainer/NumberWords.java", "/app/fx/StyleSheet.java", "/scenario/ScenarioFile.java");

  private static final List<DoubleFunction<String>> NUMBERS =
      List.of(
          x -> NumberWords.decimals(x, 0),
          x -> NumberWords.decimals(x, 2),
          x -> NumberWords.decimals(x, 4),
          x -> NumberWords.signed(x, 3),
          x -> NumberWords.significant(x, 1),
          x -> NumberWords.significant(x, 4),
          x -> NumberWords.signedSignificant(x, 3));

  /// Of every size from 1e-12 to 1e12, both signs, whole numbers among them.
  private static double any(Random random) {
    double size = Math.pow(10, random.nextDouble(-12, 12));
    double value = random.nextBoolean() ? size : -size;
    return random.nextInt(4) == 0 ? Math.rint(value) : value;
  }

  @Test
  void decimalsAreCounted() {
    assertEquals("0.67", NumberWords.decimals(2 / 3.0, 2));
    assertEquals("1.00", NumberWords.decimals(1, 2));
    assertEquals("12", NumberWords.decimals(12.3, 0));
    assertEquals("-0.50", NumberWords.decimals(-0.5, 2));
  }

  @Test
  void zerosAtTheEndAreLeftOutWhereDecimalsAreAtMostSoMany() {
    assertEquals("14.215", NumberWords.atMost(14.21534, 3));
    assertEquals("0.5", NumberWords.atMost(0.5, 3));
    assertEquals("30", NumberWords.atMost(30, 3));
    assertEquals("0", NumberWords.atMost(-0.0, 3));
    assertEquals("0.0004", NumberWords.atMost(0.0004, 3));
    assertEquals("2.5e+06", NumberWords.atMost(2_500_000, 3));
  }

  @Test
  void digitsAreCountedFromTheFirstAndWholeNumbersHaveNoDecimals() {
    assertEquals("12.35", NumberWords.significant(12.3456, 4));
    assertEquals("0.5", NumberWords.significant(0.5, 4));
    assertEquals("3", NumberWords.significant(3, 4));
    assertEquals("-3", NumberWords.significant(-3, 1));
    assertEquals("999999", NumberWords.significant(999_999, 2));
    assertEquals("1235", NumberWords.significant(1234.5, 3));
    assertEquals("10", NumberWords.significant(9.999, 2));
    assertEquals("0.00123", NumberWords.significant(0.0012345, 3));
    assertEquals("1.2e-05", NumberWords.significant(0.000012, 2));
    assertEquals("1.23e+07", NumberWords.significant(12_345_678, 3));
    assertEquals("-2e+06", NumberWords.significant(-2e6, 3));
  }

  @Test
  void hugeNumbersHaveAnExponentWhereDecimalsAreCounted() {
    assertEquals("2.766e+30", NumberWords.decimals(2.765788348e30, 3));
    assertEquals("+2.4863e+30", NumberWords.advantageTerm(2.48631e30));
    assertEquals("-1.41e+30 m", NumberWords.metres(-1.4142e30));
    assertEquals("999999999999.00", NumberWords.decimals(999_999_999_999.0, 2));
  }

  @Test
  void nothingThatMattersReadsAsZero() {
    assertEquals("0.004", NumberWords.decimals(0.004, 2));
    assertEquals("-0.0003", NumberWords.decimals(-0.0003, 2));
    assertEquals("0.04 s", NumberWords.seconds(0.04));
    assertEquals("0.003 %", NumberWords.percent(0.00003));
    assertEquals("0.00", NumberWords.decimals(1e-17, 2), "rounding of a sum");
  }

  @Test
  void almostAllIsNotAll() {
    assertEquals("100.0 %", NumberWords.percent(1));
    assertEquals("99.97 %", NumberWords.percent(0.9997));
    assertEquals("> 99.9 %", NumberWords.percent(0.99999998), "no row of nines");
    assertEquals("> 99 %", NumberWords.percent(0.9999999, 0));
    assertEquals("99.8 %", NumberWords.percent(0.998, 0));
    assertEquals("12.5 %", NumberWords.percent(0.125));
    assertEquals("13 %", NumberWords.percent(0.125, 0));
    assertEquals("0.0 %", NumberWords.percent(0));
  }

  @Test
  void totalsThatDifferReadDifferently() {
    assertEquals("1234567", NumberWords.total(1_234_567));
    assertEquals("1234568", NumberWords.total(1_234_568));
    assertEquals("0.3333333", NumberWords.total((float) (1 / 3.0)));
    assertEquals("0.33335", NumberWords.total(0.33335));
    assertEquals("NaN", NumberWords.total(Double.NaN));
    assertEquals("inf", NumberWords.total(Double.POSITIVE_INFINITY));
  }

  @Test
  void zeroHasNoSign() {
    for (double zero : new double[] {0.0, -0.0, -1e-9, 1e-9}) {
      assertEquals("0.00", NumberWords.decimals(zero, 2));
      assertEquals("0.00", NumberWords.signed(zero, 2));
    }
    assertEquals("0", NumberWords.significant(-0.0, 3));
    assertEquals("0", NumberWords.signedSignificant(0, 3));
    assertEquals("+0.50", NumberWords.scoreDifference(0.5));
    assertEquals("-0.50", NumberWords.scoreDifference(-0.5));
    assertEquals("+12.3", NumberWords.signedSignificant(12.3, 4));
  }

  @Test
  void whatIsNoNumberSaysSo() {
    assertEquals("NaN", NumberWords.significant(Double.NaN, 3));
    assertEquals("–", NumberWords.score(Double.NaN));
    assertEquals("–", NumberWords.scoreDifference(Double.NaN));
    assertEquals("inf", NumberWords.decimals(Double.POSITIVE_INFINITY, 2));
    assertEquals("+inf", NumberWords.signed(Double.POSITIVE_INFINITY, 2));
    assertEquals("-inf", NumberWords.significant(Double.NEGATIVE_INFINITY, 2));
  }

  @Test
  void unitsFollowAfterASpace() {
    assertEquals("4.2 m/s", NumberWords.metresPerSecond(4.2));
    assertEquals("4.2 m", NumberWords.metres(4.2));
    assertEquals("0.72 nats", NumberWords.nats(0.719));
    assertEquals("1.5 MB", NumberWords.bytes(1_500_000));
    assertEquals("12.3 kB", NumberWords.bytes(12_345));
    assertEquals("940 B", NumberWords.bytes(940));
    assertEquals("1,234,567", NumberWords.count(1_234_567));
    assertEquals("12,346", NumberWords.rate(12_345.6));
    assertEquals("3.4", NumberWords.rate(3.4));
  }

  @Test
  void whatIsReadIsTheNumberToTheDigitsShown() {
    Random random = new Random(19);
    for (int i = 0; i < 20_000; i++) {
      double value = any(random);
      assertEquals(
          value,
          Double.parseDouble(NumberWords.decimals(value, 3)),
          0.0005 + 1e-9 + 1e-15 * Math.abs(value),
          "" + value);
      double read = Double.parseDouble(NumberWords.significant(value, 3));
      assertEquals(value, read, 0.0051 * Math.abs(value), "" + value);
    }
  }

  @Test
  void neitherSignNorZeroMisleads() {
    Random random = new Random(20);
    for (int i = 0; i < 20_000; i++) {
      double value = any(random);
      for (DoubleFunction<String> words : NUMBERS) {
        String read = words.apply(value);
        double back = Double.parseDouble(read);

        assertFalse(back == 0 && read.startsWith("-"), value + " reads " + read);
        assertTrue(back == 0 || Math.signum(back) == Math.signum(value), value + " reads " + read);
        assertTrue(back != 0 || Math.abs(value) < NumberWords.NOISE, value + " reads " + read);
      }
    }
  }

  /// A format that counts digits by itself is a second rule for the same number.
  @Test
  void digitsAreCountedHereAlone() throws IOException {
    Pattern counted = Pattern.compile("%[-+,0-9]*(\\.[0-9]+)?[efgEG]\\b|%[^\"]*\\.\" *\\+");
    List<String> others = new ArrayList<>();
    for (String folder :
        List.of(
            "trainer/src/main",
            "trainer/src/bench/java",
            "render/src/main",
            "render/src/bench/java",
            "inspector/src/main",
            "inspector/src/bench/java",
            "app/src/main",
            "app/src/bench/java")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(NumberWordsTest::mayHoldFormats).toList()) {
          String name = file.toString().replace('\\', '/');
          if (OTHERWISE.stream().noneMatch(name::contains)
              && counted.matcher(Files.readString(file)).find()) {
            others.add(name);
          }
        }
      }
    }

    assertEquals(List.of(), others, "use NumberWords there");
  }

  /// Formats are written in the code and in the text files beside it.
  private static boolean mayHoldFormats(Path file) {
    return file.toString().endsWith(".java") || file.endsWith("text.properties");
  }

  @Test
  void theMachinesLanguageChangesNothing() {
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals("1234.50", NumberWords.decimals(1234.5, 2));
      assertEquals("1,234", NumberWords.count(1234));
      assertEquals("1.2e-05", NumberWords.significant(0.000012, 2));
    } finally {
      Locale.setDefault(usual);
    }
  }
}
