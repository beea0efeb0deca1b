package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.env.courier.CourierWorld;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings of an environment that declares ten events, eight of its own.
class CourierReplayTest {
  @TempDir Path folder;

  @Test
  void theManifestDeclaresTheEventsAndTheColumnHoldsMoreThanAByte() throws IOException {
    try (Rollout rollout = recorded()) {
      assertEquals(Dtype.I4, rollout.channel("event").orElseThrow().spec().type());
      RecordedEvents events = RecordedEvents.of(rollout);
      assertTrue(events.areDeclared());
      assertEquals(CourierEvents.ALL, events.noted());
      for (EventKind declared : CourierEvents.ALL) {
        EventKind read = events.named(declared.name()).orElseThrow();
        assertEquals(declared.bit(), read.bit());
        assertEquals(declared.title(), read.title());
        assertEquals(declared.words(), read.words());
        assertEquals(declared.result(), read.result());
        assertEquals(declared.state(), read.state());
        assertEquals(declared.plural(), read.plural());
        assertEquals(declared.heading(), read.heading());
        assertEquals(declared.outcome(), read.outcome());
        assertEquals(declared.mark(), read.mark());
        assertEquals(declared.help(), read.help());
        assertEquals(declared.role(), read.role());
        assertEquals(declared.shape(), read.shape());
        assertEquals(declared.colour(), read.colour());
        assertEquals(declared.column(), read.column());
        assertEquals(declared.holds(2), read.holds(2));
        assertEquals(declared.holds(1), read.holds(1));
      }
    }
  }

  @Test
  void eachActionCausedItsEventAndReplayHoldsBitForBit() throws IOException {
    try (Rollout rollout = recorded()) {
      AgentColumn action = AgentColumn.of(rollout, "action").orElseThrow();
      AgentColumn event = AgentColumn.of(rollout, "event").orElseThrow();
      int bits = 0;
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < action.agents(); agent++) {
          int happened = (int) event.integer(tick, agent);
          assertEquals(CourierEvents.ALL.get((int) action.integer(tick, agent)).bit(), happened);
          bits |= happened;
        }
      }
      assertEquals(CourierEvents.ALL.size(), Integer.bitCount(bits), "all of them happened");
      ReplayReport report =
          new Replay(rollout, List.of(new CourierEnvironmentType()))
              .run(Progress.SILENT, new Cancellation());
      assertEquals(
          new ReplayReport(20 * CourierWorld.TICKS, Optional.empty(), new CodeVersions("1", "1")),
          report);
    }
  }

  private Rollout recorded() throws IOException {
    return Rollouts.open(new CourierEnvironmentType().record(folder.resolve("courier.rollout")));
  }
}
