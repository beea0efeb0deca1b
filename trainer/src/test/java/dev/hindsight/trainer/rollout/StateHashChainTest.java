package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class StateHashChainTest {
  @Test
  void equalStatesGiveEqualChains() {
    assertEquals(after(1, 2, 3), after(1, 2, 3));
  }

  @Test
  void oneOtherStateChangesEveryLaterLink() {
    assertNotEquals(after(1, 2, 3), after(1, 5, 3));
    assertNotEquals(after(1, 2, 3, 4, 4), after(1, 5, 3, 4, 4));
  }

  @Test
  void statesInAnotherOrderGiveAnotherChain() {
    assertNotEquals(after(1, 2), after(2, 1));
    assertNotEquals(after(0), after(0, 0));
  }

  private static long after(long... states) {
    StateHashChain chain = new StateHashChain();
    long last = 0;
    for (long state : states) {
      last = chain.next(state);
    }
    return last;
  }
}
