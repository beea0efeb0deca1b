package dev.hindsight.app.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

class TickFactsTest {
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 2, 5, 1)
          .with("trial", Dtype.I4, (_, _) -> 3)
          .with("state_hash", Dtype.I8, (_, _) -> 1L << 50);

  private static List<String> values(Moment moment) {
    return TickFacts.of(moment).stream().map(fact -> fact.name() + "=" + fact.value()).toList();
  }

  @Test
  void columnsAboutEverybodyAreAlwaysTold() {
    assertEquals(
        List.of("trial=3", "state_hash=0004000000000000"),
        values(new Moment(ROLLOUT, 2, Moment.NO_AGENT)));
  }

  @Test
  void emptyRecordingHasNoFacts() {
    assertEquals(List.of(), values(new Moment(new MemoryRollout("toy", 2, 0, 1), 0, 0)));
  }
}
