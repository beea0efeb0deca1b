package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.env.courier.CourierWorld;
import dev.hindsight.trainer.learn.training.BreakpointWatch.Attention;
import dev.hindsight.trainer.outcome.EventKind;
import org.junit.jupiter.api.Test;

/// Breakpoints of training know the events that an environment declares.
class DeclaredEventSignalsTest {
  @Test
  void conditionsOfTrainingKnowTheirNames() {
    Vocabulary vocabulary = TickSignals.vocabulary(CourierWorld.shape(2), 2, Attention.NONE);
    for (EventKind kind : CourierEvents.ALL) {
      Condition condition = Condition.of(kind.signal() + "[a]", vocabulary);
      assertEquals(kind.signal() + "[a]", condition.text());
    }
    // Any environment may have left the road; losing separation is the airspace's.
    assertEquals("offroad[a]", Condition.of("offroad[a]", vocabulary).text());
    assertThrows(Problem.class, () -> Condition.of("loss[a]", vocabulary));
  }
}
