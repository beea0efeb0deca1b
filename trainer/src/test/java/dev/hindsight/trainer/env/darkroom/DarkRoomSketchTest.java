package dev.hindsight.trainer.env.darkroom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DarkRoomSketchTest {
  /// Two trials of five ticks: from (2.5, 2.5) to the right, and twice against the wall.
  private static final float[] X = {2.5f, 3.5f, 4.5f, 4.5f, 4.5f};

  private static final MemoryRollout ROOM =
      new MemoryRollout("darkroom", 1, 10, 2)
          .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 5))
          .with("trial_tick", Dtype.I4, (tick, _) -> tick % 5)
          .with("pose", Dtype.F4, (tick, i) -> i == 0 ? X[tick % 5] : i == 1 ? 2.5 : 0, 1, 3)
          .with("goal", Dtype.F4, (_, i) -> i == 0 ? 0.5 : 4.5, 1, 2);

  private static List<Mark> at(int tick, Set<Overlay> overlays) {
    return new DarkRoomSketch().at(new Moment(ROOM, tick, Moment.NO_AGENT), overlays);
  }

  private static List<Mark.Polyline> way(int tick) {
    return at(tick, EnumSet.of(Overlay.TRAILS)).stream()
        .filter(Mark.Polyline.class::isInstance)
        .map(Mark.Polyline.class::cast)
        .toList();
  }

  @Test
  void theRoomIsOneMetreACell() {
    assertEquals(new Bounds(0, 0, 5, 5), new DarkRoomSketch().backdrop(ROOM).bounds());
  }

  @Test
  void theWayLeavesOutStepsAgainstTheWall() {
    assertArrayEquals(new float[] {2.5f, 2.5f, 3.5f, 2.5f, 4.5f, 2.5f}, way(4).getFirst().xy());
  }

  @Test
  void theWayBeginsAnewWithTheTrial() {
    assertTrue(way(5).isEmpty());
    assertArrayEquals(new float[] {2.5f, 2.5f, 3.5f, 2.5f}, way(6).getFirst().xy());
  }

  @Test
  void noLineLeadsWhereAnEditPutTheAgentOrThroughItsTimeOffTheMap() {
    float[] x = {2.5f, 3.5f, -10000, 2.5f, 1.5f, 4.5f, 3.5f};
    MemoryRollout edited =
        new MemoryRollout("darkroom", 1, 7, 1)
            .with(
                "pose",
                Dtype.F4,
                (tick, i) -> i == 0 ? x[tick] : x[tick] < 0 ? x[tick] : 2.5,
                1,
                3);
    List<Mark> marks =
        new DarkRoomSketch().at(new Moment(edited, 6, Moment.NO_AGENT), EnumSet.of(Overlay.TRAILS));

    assertEquals(
        List.of(
            List.of(2.5f, 2.5f, 3.5f, 2.5f),
            List.of(2.5f, 2.5f, 1.5f, 2.5f),
            List.of(4.5f, 2.5f, 3.5f, 2.5f)),
        marks.stream()
            .filter(Mark.Polyline.class::isInstance)
            .map(mark -> numbers(((Mark.Polyline) mark).xy()))
            .toList());
  }

  private static List<Float> numbers(float[] xy) {
    List<Float> numbers = new ArrayList<>();
    for (float one : xy) {
      numbers.add(one);
    }
    return numbers;
  }

  @Test
  void aFollowedAgentIsSeenWithTheWholeSmallRoomAroundItAndLittleElse() {
    double span = new DarkRoomSketch().sceneDefaults().span();

    assertTrue(span >= 9 && span <= 12, "span " + span);
    assertEquals(span, new DarkRoomEgoSketch().sceneDefaults().span());
  }

  @Test
  void theGoalCanBePickedAndSwitchedOff() {
    assertTrue(
        at(3, EnumSet.of(Overlay.GOALS)).stream()
            .anyMatch(mark -> mark.subject().equals(MarkSubject.goal(0))));
    assertTrue(at(3, Set.of()).stream().noneMatch(mark -> mark.tone() == Tone.GOAL));
  }
}
