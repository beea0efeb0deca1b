package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.env.courier.CourierWorld;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an environment or another program declares is what every reader of a recording uses.
class DeclaredEventsTest {
  @TempDir Path folder;

  private Rollout recorded() throws IOException {
    return Rollouts.open(new CourierEnvironmentType().record(folder.resolve("courier.rollout")));
  }

  @Test
  void logsCountsAndSentencesNameThem() throws IOException {
    try (Rollout rollout = recorded()) {
      TickEvents events = new TickEvents(rollout);
      int[] row = new int[2];
      EventLog log = EventScan.ofAll(rollout, new Cancellation());
      RunningCounts counts = new RunningCounts(rollout);
      for (EventKind kind : CourierEvents.ALL) {
        assertTrue(events.shows(kind), kind.name());
        int happened = 0;
        for (int tick = 0; tick < rollout.ticks(); tick++) {
          events.read(tick, row);
          for (int agent = 0; agent < 2; agent++) {
            if (TickEvents.happened(row[agent], kind)) {
              happened++;
              Moment moment = new Moment(rollout, tick, agent);
              assertTrue(Narration.of(moment).contains(kind.result()), kind.name());
            }
          }
        }
        assertTrue(happened > 0, kind.name());
        assertEquals(happened, log.count(kind, 0, rollout.ticks()), kind.name());
        Counts all = counts.at(rollout.ticks() - 1);
        assertEquals(happened, all.count(kind, 0) + all.count(kind, 1), kind.name());
      }
      assertFalse(events.shows(EventKind.OFFROAD), "it does not have it");
    }
  }

  /// The shared event has other words where no vehicles collide.
  @Test
  void agentsThatAreNoVehiclesCollideWithAgents() {
    SpreadEnvironmentType type = new SpreadEnvironmentType();
    EventKind declared = type.events().getFirst();
    ChannelSpec spec =
        EventDeclaration.in(
            ChannelSpec.perTick(EventDeclaration.COLUMN, Dtype.U1, "1", "events", "agent"),
            type.events());
    EventKind read = EventDeclaration.read(spec).orElseThrow().getFirst();
    assertEquals(EventKind.COLLISION, declared);
    for (EventKind kind : List.of(declared, read)) {
      assertEquals("collision of agents", kind.words());
      assertEquals("hits another agent", kind.result());
      assertFalse(kind.help().contains("vehicle"), kind.help());
      assertEquals(EventKind.COLLISION.plural(), kind.plural());
    }
  }

  @Test
  void captionsCountThemAndSayWhoFailed() throws IOException {
    try (Rollout rollout = recorded()) {
      int last = CourierWorld.TICKS - 1;
      RunningCounts counts = new RunningCounts(rollout);
      int drops = counts.at(last).count(CourierEvents.DROPPED, 0);
      drops += counts.at(last).count(CourierEvents.DROPPED, 1);
      Captions captions =
          Captions.of(new Moment(rollout, last, Moment.NO_AGENT), Set.of(Overlay.METRICS), counts);
      assertTrue(
          captions.metrics().contains(new Captions.Metric("drops", Integer.toString(drops))),
          captions.toString());
      assertTrue(
          captions.metrics().stream().anyMatch(metric -> metric.name().equals("honkeds")),
          captions.toString());
    }
  }

  /// A state of its own lasts from the tick after the event until its column says otherwise.
  @Test
  void aStateOfItsOwnLasts() {
    MemoryRollout rollout =
        new MemoryRollout("courier", 1, 8, 1)
            .with("event", Dtype.I4, (tick, _) -> tick == 2 ? CourierEvents.LOW.bit() : 0, 1)
            .with("battery", Dtype.I1, (tick, _) -> tick > 2 && tick < 6 ? 2 : 1, 1)
            .describing("event", spec -> EventDeclaration.in(spec, CourierEvents.ALL));
    EventLog log = EventScan.of(rollout, 0, new Cancellation());
    assertEquals(1, log.count());
    assertEquals(2, log.tick(0));
    assertEquals(3, log.from(0));
    assertEquals(6, log.to(0));
    assertEquals(
        "agent 0: battery low at tick 2, low on battery at ticks 3 to 5",
        log.words(0, agent -> "agent " + agent));
    assertTrue(Narration.of(new Moment(rollout, 4, 0)).contains("low on battery"));
  }

  @Test
  void aFailureOfItsOwnSpoilsAnUnrecordedScore() {
    for (boolean drops : List.of(false, true)) {
      MemoryRollout rollout =
          new MemoryRollout("courier", 1, 6, 1)
              .with(
                  "event",
                  Dtype.I4,
                  (tick, _) ->
                      tick == 4
                          ? EventBits.GOAL
                          : drops && tick == 1 ? CourierEvents.DROPPED.bit() : 0,
                  1)
              .with("trial", Dtype.I4, (_, _) -> 0)
              .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 5 ? 1 : 0, 1)
              .describing("event", spec -> EventDeclaration.in(spec, CourierEvents.ALL));
      ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
      AgentTrial agent = sheet.episodes().getFirst().trials().getFirst().agents().getFirst();
      assertEquals(drops ? 0 : 1, agent.score());
      assertEquals(drops ? 1 : 0, agent.count(CourierEvents.DROPPED));
    }
  }

  /// As an environment of Gymnasium that reports no success: its episodes are no failures.
  @Test
  void whereThereAreNoGoalsNoneReachedIsNoScore() {
    for (List<EventKind> declared : List.of(List.<EventKind>of(), List.of(EventKind.GOAL))) {
      MemoryRollout rollout =
          new MemoryRollout("gym", 1, 6, 1)
              .with("event", Dtype.U1, (_, _) -> 0, 1)
              .with("trial", Dtype.I4, (_, _) -> 0)
              .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 5 ? 1 : 0, 1)
              .describing("event", spec -> EventDeclaration.in(spec, declared));
      double expected = declared.isEmpty() ? Double.NaN : 0;
      ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, new Cancellation());
      AgentTrial agent = sheet.episodes().getFirst().trials().getFirst().agents().getFirst();
      assertEquals(expected, agent.score());
    }
  }

  @Test
  void anotherProgramDeclaresWithNameAndBitAlone() throws JsonProcessingException {
    List<EventKind> kinds =
        read("[{\"name\": \"goal\", \"bit\": 0}, {\"name\": \"soil_spilled\", \"bit\": 6}]");
    assertEquals(List.of("goal", "soil_spilled"), kinds.stream().map(EventKind::name).toList());
    assertEquals("Soil spilled", kinds.get(1).title());
    assertEquals("soil spilled", kinds.get(1).result());
    assertEquals(64, kinds.get(1).bit());
    assertEquals("reaches its goal", kinds.get(0).result());
  }

  @Test
  void entriesThatMeanNothingAreLeftOut() throws JsonProcessingException {
    List<EventKind> kinds =
        read(
            "[{\"name\": \"Bad Name\", \"bit\": 6}, {\"name\": \"goal\", \"bit\": 7},"
                + " {\"name\": \"mine\", \"bit\": 0}, {\"name\": \"far\", \"bit\": 22},"
                + " {\"name\": \"limbo\", \"bit\": 22}, {\"name\": \"nothing\"},"
                + " {\"name\": \"honked\", \"bit\": 8}, {\"name\": \"other\", \"bit\": 8}]");
    assertEquals(List.of("honked"), kinds.stream().map(EventKind::name).toList());
  }

  private static List<EventKind> read(String list) throws JsonProcessingException {
    ChannelSpec spec =
        ChannelSpec.perTick("event", Dtype.I4, "1", "", "agent")
            .with("events", new ObjectMapper().readTree(list));
    return EventDeclaration.read(spec).orElseThrow();
  }

  @Test
  void withoutADeclarationTheColumnMeansWhatItAlwaysDid() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 3, 1).with("event", Dtype.U1, (tick, _) -> 1 << tick, 1);
    RecordedEvents events = RecordedEvents.of(rollout);
    assertFalse(events.areDeclared());
    assertEquals(EventKind.SHARED, events.noted());
    EventLog log = EventScan.ofAll(rollout, new Cancellation());
    assertEquals(
        List.of(EventKind.GOAL, EventKind.COLLISION, EventKind.OFFROAD),
        List.of(log.kind(0), log.kind(1), log.kind(2)));
  }

  @Test
  void whatCannotBeDeclaredIsRefused() {
    EventWords words = EventWords.of("Thing", "thing", "things", "things");
    assertThrows(IllegalArgumentException.class, () -> EventKind.own("goal", 6, words));
    assertThrows(IllegalArgumentException.class, () -> EventKind.own("Thing", 6, words));
    assertThrows(IllegalArgumentException.class, () -> EventKind.own("thing", 5, words));
    assertThrows(IllegalArgumentException.class, () -> EventKind.own("thing", 22, words));
    EventKind one = EventKind.own("one", 6, words);
    List<EventKind> sameNumber = List.of(one, EventKind.own("two", 6, words));
    List<EventKind> sameName = List.of(one, EventKind.own("one", 7, words));
    assertThrows(
        IllegalArgumentException.class, () -> CourierWorld.shape(1).withEvents(sameNumber));
    assertThrows(IllegalArgumentException.class, () -> CourierWorld.shape(1).withEvents(sameName));
    assertThrows(
        IllegalArgumentException.class,
        () -> CourierWorld.shape(1).withEvents(List.of(EventKind.LIMBO)));
  }
}
