package dev.hindsight.trainer.env.darkroom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionWords;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.scene.ObservationSources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A dark room's observation leads to the strips of floor it describes, and back.
class DarkRoomSourcesTest {
  private static final int SIZE = 5;

  @TempDir private Path folder;

  @Test
  void columnAndRowThatAreSetCrossWhereTheAgentIs() {
    try (Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 40))) {
      for (int tick = 0; tick < 40; tick++) {
        Moment moment = new Moment(rollout, tick, 0);
        ObservationSources observationSources = new DarkRoomSketch().sources(moment);
        int x = (int) rollout.channel("pose").orElseThrow().value(tick, 0);
        int y = (int) rollout.channel("pose").orElseThrow().value(tick, 1);

        for (int i = 0; i < SIZE; i++) {
          MarkSubject column = new MarkSubject("column", i);
          assertEquals(
              i == x, observationSources.of(i).contains(MarkSubject.agent(0)), "tick " + tick);
          assertTrue(observationSources.of(i).contains(column));
          assertEquals(i, observationSources.filledBy(Set.of(column)).nextSetBit(0));
          assertEquals(
              i == y,
              observationSources.of(SIZE + i).contains(MarkSubject.agent(0)),
              "tick " + tick);
        }
        assertTrue(
            observationSources.filledBy(Set.of(MarkSubject.goal(0))).isEmpty(),
            "the goal is not seen");
      }
    }
  }

  @Test
  void pointingAtAColumnOutlinesExactlyItsStrip() {
    try (Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 3))) {
      List<Mark> marks =
          new DarkRoomSketch()
              .pointed(new Moment(rollout, 1, 0), Set.of(new MarkSubject("column", 3)));

      assertEquals(1, marks.size());
      Mark.Polygon strip = (Mark.Polygon) marks.getFirst();
      assertEquals(3, strip.xy()[0]);
      assertEquals(4, strip.xy()[2]);
    }
  }

  @Test
  void actionsAreSaidAsCompassPointsFromTheFileAlone() {
    try (Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 30))) {
      List<String> compass = List.of("east", "north", "west", "south");
      for (int tick = 0; tick < 30; tick++) {
        Moment moment = new Moment(rollout, tick, 0);
        int action = (int) rollout.channel("action").orElseThrow().integer(tick, 0);

        assertEquals(compass.get(action), ActionWords.of(moment).orElseThrow());
        assertFalse(Narration.of(moment).isBlank());
      }
    }
  }
}
