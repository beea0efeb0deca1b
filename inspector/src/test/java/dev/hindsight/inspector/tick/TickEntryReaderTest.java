package dev.hindsight.inspector.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

  @Test
  void numbersThatAFloatOrADoubleCannotTellApartStillChange() {
    MemoryRollout stamps =
        new MemoryRollout("toy", 1, 3, 1)
            .with("stamps", Dtype.I4, (tick, i) -> 16_777_216 + tick + i, 2)
            .with("seconds", Dtype.F8, (tick, i) -> 1e9 + 1e-3 * tick + i, 2);
    TickEntryReader reader = new TickEntryReader(new Moment(stamps, 1, -1));
    List<TickEntry> entries = TickEntryList.of(stamps, -1).allAgents();
    assertEquals("● 2/2", reader.change(entry(entries, "stamps")));
    assertEquals("● 2/2", reader.change(entry(entries, "seconds")));
  }

  @Test
  void aWholeNumberOfAnArrayIsCopiedToItsLastDigit() {
    long id = (1L << 60) + 1;
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, id);
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 3, 1).with("id", new NpyArray(Dtype.I8, new int[] {1}, bytes));
    TickEntry fixed =
        new TickEntry(
            new TickEntry.ArraySource(TickEntry.Kind.FIXED, "id"),
            "id",
            "",
            "",
            0,
            List.of(),
            0,
            _ -> "");
    assertEquals(Long.toString(id), new TickEntryReader(new Moment(rollout, 1, -1)).copy(fixed));
  }
}
