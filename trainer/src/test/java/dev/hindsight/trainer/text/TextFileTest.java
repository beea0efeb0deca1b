package dev.hindsight.trainer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a text says for a count.
class TextFileTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0 ticks of 2",
        "1|1 tick of 2",
        "48|48 ticks of 2",
        "1,850|1,850 ticks of 2",
      })
  void aNounIsInTheNumberOfItsCount(String count, String words) {
    assertEquals(words, TextFile.filled("{0 tick} of {1}", count, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1|2 of 1 batch is left", "3|2 of 3 batches are left"})
  void aTextMayNameBothForms(int count, String words) {
    assertEquals(words, TextFile.filled("{1} of {0 batch is/batches are} left", count, 2));
  }

  /// A name from a file begins no line and commands no terminal.
  @Test
  void aValueIsOneLine() {
    assertEquals(
        "column x hindsight: all well has\n2 ticks",
        TextFile.filled("column {0} has\n{1 tick}", "x\n\u001bhindsight: all well", 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{0}, {1}|1850, {1}",
        "{0 tick|{0 tick",
        "{a tick}|{a tick}",
        "{ 0}|{ 0}",
        "{1 tick}|{1 tick}",
      })
  void whatIsNoPlaceStays(String text, String words) {
    assertEquals(words, TextFile.filled(text, 1850));
  }
}
