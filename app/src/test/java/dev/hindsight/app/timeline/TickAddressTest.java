package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TickAddressTest {
  private static final TimeAxis AXIS = Axes.trials(6, 20, 3);

  @Test
  void plainNumberIsATick() {
    assertEquals(OptionalInt.of(119), TickAddress.parse(" 119 ", AXIS, 0));
  }

  @Test
  void trialsCountFromOne() {
    assertEquals(OptionalInt.of(25), TickAddress.parse("2:5", AXIS, 0));
  }

  @Test
  void trialIsLookedForInTheEpisodeOfTheCursor() {
    assertEquals(OptionalInt.of(85), TickAddress.parse("2:5", AXIS, 119));
  }

  @Test
  void whatIsNotThereIsNothing() {
    assertEquals(OptionalInt.empty(), TickAddress.parse("120", AXIS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("4:0", AXIS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("1:20", AXIS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("-1", AXIS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("end", AXIS, 0));
  }

  @Test
  void everyTickIsFoundAgainByItsAddress() {
    for (int tick = 0; tick < AXIS.ticks(); tick++) {
      assertEquals(
          OptionalInt.of(tick), TickAddress.parse(TickAddress.inTrial(AXIS, tick), AXIS, tick));
    }
  }
}
