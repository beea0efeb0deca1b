package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @Test
  void aCommandThatDoesNotExistIsOneLineAndExitCodeTwo() {
    CapturedCommand run = CapturedCommand.of("recrod");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.out().isEmpty());
  }

  @Test
  void aNameThatNoFileCanHaveIsOneLineWithoutWordsOfJava() {
    CapturedCommand run = CapturedCommand.of("info", "a\0b");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("java"), run.err());
  }

  @Test
  void aLongWordIsCutInTheLineAboutIt() {
    CapturedCommand run = CapturedCommand.of("record", "--ticks", "9".repeat(100_000) + "x");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().length() < 2_000, run.err());
  }

  /// Digits and signs are the same in every locale; `%,d` and `%d` would follow the default one.
  @Test
  void numbersLookTheSameInEveryLocale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("th-TH-u-nu-thai"));
      CapturedCommand run = CapturedCommand.of("--help");
      assertEquals(0, run.exitCode());
      assertEquals("11,200", "%,d".formatted(11_200));
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  /// The first makes the options of one command, the second those of all.
  @ParameterizedTest
  @ValueSource(strings = {"record", "info", "audit", "runs", "bench", "study", "self-test"})
  void aCommandMadeAloneIsThatMadeWithAllOthers(String name) {
    CapturedCommand alone = CapturedCommand.of(name, "--help");
    CapturedCommand among = CapturedCommand.of("help", name);
    assertEquals(0, alone.exitCode());
    assertTrue(alone.out().contains("hindsight " + name), alone.out());
    assertEquals(among, alone);
  }

  /// The command above would take the option in silence.
  @Test
  void jsonMayStandBeforeACommandBelow() {
    CapturedCommand before = CapturedCommand.of("runs", "--json", "list", "no run is called so");
    assertEquals(CapturedCommand.of("runs", "list", "no run is called so", "--json"), before);
    assertTrue(before.out().startsWith("{"), before.out());
  }

  @Test
  void anAliasFindsItsCommand() {
    assertEquals(
        CapturedCommand.of("self-test", "--help"), CapturedCommand.of("--self-test", "--help"));
  }

  @Test
  void choicesAreListedAsTheyAreTyped() {
    CapturedCommand run = CapturedCommand.of("credit", "x.rollout", "--at", "0", "--per", "tock");
    assertTrue(
        run.err().contains("expected one of result, tick, ten_ticks, trial but was 'tock'"),
        run.err());
  }

  @Test
  void helpGoesToStdoutAndSucceeds() {
    CapturedCommand run = CapturedCommand.of("--help");
    assertEquals(0, run.exitCode());
    assertTrue(run.out().contains("hindsight"));
  }
}
