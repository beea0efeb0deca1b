package dev.hindsight.inspector.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

class TickEntryReaderTest {
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 2, 5, 1)
          .with("trial", Dtype.I4, (_, _) -> 3)
          .with("state_hash", Dtype.I8, (tick, _) -> (1L << 50) + tick)
          .with("speed", Dtype.F4, (tick, index) -> tick == 2 ? 4.5 + index : 4, 2);

  private static TickEntry entry(List<TickEntry> entries, String name) {
    return entries.stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
  }

  private static String value(String name, int tick) {
    return new TickEntryReader(new Moment(ROLLOUT, tick, -1))
        .value(entry(TickEntryList.of(ROLLOUT, -1).allAgents(), name));
  }

  private static String change(String name, int tick) {
    return new TickEntryReader(new Moment(ROLLOUT, tick, -1))
        .change(entry(TickEntryList.of(ROLLOUT, -1).allAgents(), name));
  }

  @Test
  void digestsAreReadInHexadecimal() {
    assertEquals("0004000000000002", value("state_hash", 2));
  }

  @Test
  void valueThatStaysHasNoChange() {
    assertEquals("", change("trial", 2));
  }

  @Test
  void changeOfAVectorCountsTheNumbersThatChanged() {
    assertEquals("● 2/2", change("speed", 2));
  }

  @Test
  void changeOfOneNumberHasDirectionAndSize() {
    TickEntry speed = entry(TickEntryList.of(ROLLOUT, -1).allAgents(), "speed");
    TickEntry second = speed.parts().get(1);

    assertEquals("▲ +1.5", new TickEntryReader(new Moment(ROLLOUT, 2, -1)).change(second));
    assertEquals("▼ -1.5", new TickEntryReader(new Moment(ROLLOUT, 3, -1)).change(second));
  }

  @Test
  void firstTickHasNothingToDifferFrom() {
    assertEquals("", change("state_hash", 0));
  }

  @Test
  void copyHoldsEveryNumberExactly() {
    TickEntry speed = entry(TickEntryList.of(ROLLOUT, -1).allAgents(), "speed");

    assertEquals("[4.5, 5.5]", new TickEntryReader(new Moment(ROLLOUT, 2, -1)).copy(speed));
  }

  @Test
  void tickOutsideTheRecordingSaysNothing() {
    assertEquals("–", value("trial", 5));
  }
}
