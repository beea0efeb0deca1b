package dev.hindsight.trainer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb",
        "a\r\nb",
        "a\tb",
        "a\u0085b",
        "a\u2028b",
        "a\u2029b",
        "a\u001bb",
        "a\u007fb",
        "a\u202eb",
        "a\u2066b",
        "a\u000bb",
        "a\0b"
      })
  void aControlIsASpace(String text) {
    assertEquals("a b", OneLine.of(text));
    assertFalse(OneLine.isOne(text));
  }

  /// Names of every script stay what they are, with the marks that join and part their letters.
  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "Größe m/s²", "北京", "می\u200cخواهم", "👩\u200d✈\ufe0f", "a\u00a0b"})
  void everyOtherTextStays(String text) {
    assertSame(text, OneLine.of(text));
    assertTrue(OneLine.isOne(text));
  }
}
