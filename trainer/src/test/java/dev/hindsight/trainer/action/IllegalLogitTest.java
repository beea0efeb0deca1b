package dev.hindsight.trainer.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Logits that forbid actions are alike, whatever stands for them, and no measure of the others.
class IllegalLogitTest {
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  @Test
  void logitsThatForbidAreAlikeAndApartFromAllOthers() {
    assertTrue(IllegalLogit.forbids(NEVER));
    assertTrue(IllegalLogit.forbids(IllegalLogit.FILL));
    assertFalse(IllegalLogit.forbids(-1e6));
    assertEquals(0, IllegalLogit.apart(NEVER, IllegalLogit.FILL));
    assertEquals(Double.POSITIVE_INFINITY, IllegalLogit.apart(IllegalLogit.FILL, 2));
    assertEquals(Double.POSITIVE_INFINITY, IllegalLogit.apart(2, NEVER));
  }

  @Test
  void numbersAreAsFarApartAsTheyAre() {
    assertEquals(3, IllegalLogit.apart(-1, 2));
    assertEquals(0, IllegalLogit.apart(Double.NaN, Double.NaN));
    assertEquals(0, IllegalLogit.apart(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    assertEquals(Double.POSITIVE_INFINITY, IllegalLogit.apart(Double.NaN, 2));
  }

  @Test
  void onlyFiniteLogitsOfPossibleActionsHaveASize() {
    assertEquals(4, IllegalLogit.size(-4));
    assertEquals(0, IllegalLogit.size(IllegalLogit.FILL));
    assertEquals(0, IllegalLogit.size(NEVER));
    assertEquals(0, IllegalLogit.size(Double.NaN));
  }
}
