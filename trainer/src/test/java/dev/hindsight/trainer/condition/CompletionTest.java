package dev.hindsight.trainer.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Suggestions while the user types.
class CompletionTest {
  private final Vocabulary vocabulary = ConditionSample.vocabulary();

  private List<String> offered(String typed) {
    return Completion.of(typed, typed.length(), vocabulary).stream().map(Completion::text).toList();
  }

  @Test
  void whatBeginsWithTheWordComesFirst() {
    assertEquals(
        List.of("action[a]", "action_prev[a]"),
        offered("rem == 1 || act").stream().sorted().toList());
    assertEquals("removed[a]", offered("rem").getFirst());
  }

  @Test
  void wordsThatHoldItComeAfter() {
    assertTrue(offered("tick").containsAll(List.of("tick", "trial_tick")));
    assertEquals("tick", offered("tick").getFirst());
  }

  @Test
  void offerTakesThePlaceOfTheWord() {
    String typed = "tick > 3 && remo && true";
    Completion first = Completion.of(typed, 16, vocabulary).getFirst();

    assertEquals("tick > 3 && removed[a] && true", first.in(typed));
  }

  @Test
  void nameAlreadyIndexedIsNotIndexedAgain() {
    assertEquals("removed", Completion.of("rem[a]", 3, vocabulary).getFirst().text());
  }

  @Test
  void numbersOfTheObservationAreOfferedByName() {
    assertEquals(List.of("ego.speed"), offered("observation[a][\"spe"));
  }

  @Test
  void vectorIsOfferedWithAllItsIndices() {
    assertEquals("attention_layer0[a][0][0]", offered("atten").getFirst());
  }

  @Test
  void nothingIsOfferedWithinANumber() {
    assertEquals(List.of(), offered("tick > 12"));
  }
}
