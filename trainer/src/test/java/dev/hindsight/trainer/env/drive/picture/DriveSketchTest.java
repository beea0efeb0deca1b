package dev.hindsight.trainer.env.drive.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriveSketchTest {
  private static final Set<Overlay> NONE = EnumSet.noneOf(Overlay.class);
  private static final Set<Overlay> ALL = EnumSet.allOf(Overlay.class);
  private static final int LENGTH = 91;
  private static final int LATE = 80;

  private static MemoryRollout town() {
    return LoggedTraffic.of(GridTown.map(3, 16), 4, 4);
  }

  private static List<Mark> marks(MemoryRollout rollout, int tick, int agent, Set<Overlay> show) {
    return new DriveSketch().at(new Moment(rollout, tick, agent), show);
  }

  private static Optional<Mark.Box> body(List<Mark> marks, MarkSubject markSubject) {
    return marks.stream()
        .filter(m -> m instanceof Mark.Box && m.subject().equals(markSubject))
        .map(m -> (Mark.Box) m)
        .findFirst();
  }

  private static Mark.Box agent(MemoryRollout rollout, int tick, int agent) {
    return body(marks(rollout, tick, Moment.NO_AGENT, NONE), MarkSubject.agent(agent))
        .orElseThrow();
  }

  @Test
  void noAgentIsInvisibleAtAnyTickOfAnyTrial() {
    MemoryRollout rollout = town();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      List<Mark> marks = marks(rollout, tick, Moment.NO_AGENT, NONE);
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        assertTrue(
            body(marks, MarkSubject.agent(agent)).isPresent(),
            "agent " + agent + " at tick " + tick);
      }
    }
  }

  /// In the reference a flag meant for respawned ghosts hid all agents in trials 2 to K.
  @Test
  void theGhostFlagHidesNobody() {
    MemoryRollout flagged =
        town().with("ghost", Dtype.BOOL, (tick, _) -> tick >= LENGTH ? 1 : 0, 12);
    for (int trial = 1; trial < 4; trial++) {
      List<Mark> marks = marks(flagged, trial * LENGTH, Moment.NO_AGENT, NONE);
      for (int agent = 0; agent < 12; agent++) {
        assertTrue(body(marks, MarkSubject.agent(agent)).isPresent(), "agent " + agent);
      }
    }
  }

  @Test
  void aRespawnedGhostIsHollow() {
    MemoryRollout flagged = town().with("ghost", Dtype.BOOL, (_, agent) -> agent == 0 ? 1 : 0, 12);
    assertEquals(Mark.Fill.HOLLOW, agent(flagged, 3, 0).fill());
    assertEquals(Tone.AGENT, agent(flagged, 3, 0).tone());
    assertEquals(Mark.Fill.SOLID, agent(flagged, 3, 2).fill());
  }

  @Test
  void whoIsInLimboIsAHollowGhostWhereItLeftTheMap() {
    MemoryRollout rollout = town();
    Poses poses = Poses.of(rollout, "pose").orElseThrow();
    Mark.Box ghost = agent(rollout, LENGTH + LATE, 1);
    Poses.Pose left = poses.lastSeen(LENGTH + LATE, 1).orElseThrow();
    assertFalse(poses.at(LENGTH + LATE, 1).onMap(), "agent 1 should be off the map by now");
    assertEquals(Mark.Fill.HOLLOW, ghost.fill());
    assertEquals(Tone.LIMBO, ghost.tone());
    assertEquals(left.x(), ghost.x());
    assertEquals(left.y(), ghost.y());
  }

  @Test
  void theNextTrialBeginsWithoutGhosts() {
    MemoryRollout rollout = town();
    for (int agent = 0; agent < 12; agent++) {
      assertEquals(Mark.Fill.SOLID, agent(rollout, LENGTH, agent).fill(), "agent " + agent);
    }
  }

  @Test
  void stateIsToldByTone() {
    MemoryRollout rollout = town();
    assertEquals(Tone.AGENT, agent(rollout, 10, 3).tone());
    assertEquals(Tone.COLLIDED, agent(rollout, 40, 3).tone());
    assertEquals(Tone.OFFROAD, agent(rollout, 40, 5).tone());
  }

  @Test
  void othersAreDrawnByKind() {
    List<Mark> marks = marks(town(), 10, Moment.NO_AGENT, NONE);
    assertEquals(Tone.STATIC, body(marks, MarkSubject.other(0)).orElseThrow().tone());
    assertEquals(Tone.EXPERT, body(marks, MarkSubject.other(1)).orElseThrow().tone());
  }

  @Test
  void anExpertOffTheMapIsNotDrawn() {
    MemoryRollout gone = town().with("other_pose", Dtype.F4, (_, _) -> Poses.OFF_MAP, 4, 3);
    assertEquals(
        Optional.empty(), body(marks(gone, 10, Moment.NO_AGENT, NONE), MarkSubject.other(1)));
  }

  @Test
  void theSelectedAgentHasARingAndItsNumber() {
    List<Mark> marks = marks(town(), 10, 6, NONE);
    assertTrue(
        marks.stream().anyMatch(m -> m instanceof Mark.Disc && m.tone() == Tone.SELECTED), "ring");
    assertTrue(
        marks.stream().anyMatch(m -> m instanceof Mark.Text t && t.words().equals("6")), "number");
  }

  @Test
  void aGoalIsAsWideAsItsRadius() {
    MemoryRollout wide = town().with("goal_radius", NpyArray.of(new float[] {5}, 1));
    Mark.Disc ring =
        assertInstanceOf(
            Mark.Disc.class,
            marks(wide, 0, Moment.NO_AGENT, EnumSet.of(Overlay.GOALS)).stream()
                .filter(m -> m.subject().equals(MarkSubject.goal(4)))
                .findFirst()
                .orElseThrow());
    assertEquals(5, ring.radius());
  }

  /// Two exits; the goal is at the second, and the vehicle drives towards it.
  private static MemoryRollout hidden() {
    return new MemoryRollout("drive", 1, 30, 1)
        .with("pose", Dtype.F4, (tick, i) -> i == 0 ? tick : 0, 1, 3)
        .with("goal", Dtype.F4, (_, i) -> i == 0 ? 20 : 0, 1, 2)
        .with("exit/points", NpyArray.of(new float[] {20, 9, 20, 0}, 2, 2))
        .with("exit/offsets", NpyArray.of(new int[] {0, 2}, 2))
        .configured(
            Map.of("goal_hidden", BooleanNode.TRUE, "goal_seen_within", IntNode.valueOf(6)));
  }

  @Test
  void aGoalThatItsAgentDoesNotSeeIsGreyHollowAndToldApartFromTheOtherExits() {
    Set<Overlay> goals = EnumSet.of(Overlay.GOALS);
    List<Mark.Disc> far =
        marks(hidden(), 0, 0, goals).stream()
            .filter(mark -> mark.subject().equals(MarkSubject.goal(0)))
            .map(Mark.Disc.class::cast)
            .toList();
    assertEquals(2, far.size(), "a ring, and a dot that no other exit has");
    assertTrue(
        far.stream()
            .allMatch(disc -> disc.fill() == Mark.Fill.HOLLOW && disc.tone() == Tone.LIMBO));
    List<Mark> near = marks(hidden(), 15, 0, goals);
    assertTrue(
        near.stream()
            .filter(mark -> mark.subject().equals(MarkSubject.goal(0)))
            .allMatch(mark -> mark.tone() == Tone.GOAL));
  }

  @Test
  void thePictureSaysThatAGoalIsHidden() {
    Set<Overlay> goals = EnumSet.of(Overlay.GOALS);
    DriveSketch sketch = new DriveSketch();
    assertEquals(
        List.of("Goal: hidden, at one of 2 exits (rings)"),
        sketch.legend(new Moment(hidden(), 0, 0), goals));
    assertEquals(List.of("Goal: in sight"), sketch.legend(new Moment(hidden(), 15, 0), goals));
    assertEquals(List.of(), sketch.legend(new Moment(hidden(), 0, Moment.NO_AGENT), goals));
    assertEquals(List.of(), sketch.legend(new Moment(hidden(), 0, 0), NONE));
    assertEquals(List.of(), sketch.legend(new Moment(town(), 0, 0), goals));
  }

  @Test
  void roadsAreDrawnByType() {
    Scene backdrop = new DriveSketch().backdrop(town());
    Set<Tone> tones = EnumSet.noneOf(Tone.class);
    backdrop.marks().forEach(mark -> tones.add(mark.tone()));
    assertEquals(
        EnumSet.of(Tone.ROAD_SURFACE, Tone.ROAD_LANE, Tone.ROAD_LINE, Tone.ROAD_EDGE), tones);
  }

  @Test
  void anyChannelMayBeMissing() {
    List<String> names = new ArrayList<>();
    town().channels().stream().map(Channel::spec).forEach(spec -> names.add(spec.name()));
    names.addAll(List.of("size", "other_size", "other_kind"));
    names.addAll(List.of("road/points", "road/offsets", "road/types"));
    for (String name : names) {
      MemoryRollout cut = town().without(name);
      Bounds bounds = new DriveSketch().backdrop(cut).bounds();
      assertTrue(bounds.width() > 0 && bounds.height() > 0, "without " + name);
      assertFalse(marks(cut, 50, 2, ALL).isEmpty(), "without " + name);
    }
  }

  @Test
  void roadsThatContradictThemselvesAreLeftOut() {
    MemoryRollout broken = town().with("road/offsets", NpyArray.of(new int[] {0, 999_999}, 2));
    assertEquals(List.of(), new DriveSketch().backdrop(broken).marks());
  }
}
