package dev.hindsight.trainer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SentencesTest {
  @Test
  void aClauseCompletesToTheSentenceItWas() {
    for (String sentence : new String[] {"", "No policy acted.", "A mean is 0.5 at most."}) {
      assertEquals(sentence, Sentences.complete(Sentences.clause(sentence)));
    }
    assertEquals("a map", Sentences.clause("A map"));
    assertEquals("column 1.", Sentences.uncapitalised("Column 1."));
  }
}
