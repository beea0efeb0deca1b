package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrialLabelTest {
  private static final double HEAD = 5;

  @Test
  void theNumberOfATrialIsNeverUnderTheHeadNorOutsideItsTrial() {
    RulerPainter.TrialLabel label = new RulerPainter.TrialLabel(100, 160, 32);
    for (double at = 100; at <= 160; at++) {
      double left = label.covered(at, HEAD) ? label.beside(at, HEAD).orElse(-1) : label.middle();
      if (left >= 0) {
        assertTrue(left + label.width() < at - HEAD || left > at + HEAD, "covered at " + at);
        assertTrue(left >= label.from() && left + label.width() <= label.to(), "outside at " + at);
      }
    }
  }

  @Test
  void itStaysInTheMiddleWhereTheHeadIsFarAway() {
    RulerPainter.TrialLabel label = new RulerPainter.TrialLabel(0, 200, 30);

    assertFalse(label.covered(20, HEAD));
    assertEquals(85, label.middle());
  }

  @Test
  void withoutRoomOnEitherSideItIsLeftOut() {
    assertEquals(OptionalDouble.empty(), new RulerPainter.TrialLabel(0, 40, 30).beside(20, HEAD));
  }
}
