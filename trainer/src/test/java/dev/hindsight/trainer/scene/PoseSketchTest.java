package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoseSketchTest {
  private static final Sketch SKETCH = new PoseSketch();

  private static List<Mark> marks(MemoryRollout rollout, int tick) {
    return SKETCH.at(new Moment(rollout, tick, 0), EnumSet.allOf(Overlay.class));
  }

  private static MemoryRollout foreign(int ticks) {
    return new MemoryRollout("somebody-elses", 3, ticks, 1)
        .with("pose", Dtype.F4, (tick, i) -> 100.0 * i + tick, 3, 3);
  }

  @Test
  void everyAgentOfAForeignRecordingIsDrawn() {
    assertEquals(
        List.of(MarkSubject.agent(0), MarkSubject.agent(1), MarkSubject.agent(2)),
        marks(foreign(8), 5).stream()
            .filter(m -> m instanceof Mark.Box)
            .map(Mark::subject)
            .toList());
  }

  @Test
  void oneTickIsEnough() {
    assertEquals(3, marks(foreign(1), 0).stream().filter(m -> m instanceof Mark.Box).count());
  }

  @Test
  void aRecordingWithoutTicksSaysSo() {
    Mark mark = marks(foreign(0), 0).getFirst();
    assertEquals("This recording has no ticks", assertInstanceOf(Mark.Text.class, mark).words());
  }

  @Test
  void aRecordingWithoutPosesSaysSo() {
    Mark mark = marks(foreign(5).without("pose"), 0).getFirst();
    String words = assertInstanceOf(Mark.Text.class, mark).words();
    assertTrue(words.contains("pose"), words);
  }

  @Test
  void anAgentInLimboIsAHollowGhostWhereItIs() {
    List<Mark.Box> bodies =
        marks(foreign(8).with("removed", Dtype.BOOL, (_, agent) -> agent == 1 ? 1 : 0, 3), 5)
            .stream()
            .filter(Mark.Box.class::isInstance)
            .map(Mark.Box.class::cast)
            .toList();
    assertEquals(
        List.of(Mark.Fill.SOLID, Mark.Fill.HOLLOW, Mark.Fill.SOLID),
        bodies.stream().map(Mark.Box::fill).toList());
    assertEquals(Tone.LIMBO, bodies.get(1).tone());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e8, 1e30, -1e30})
  void aTickWithBrokenPositionsDoesNotHideTheMap(double broken) {
    MemoryRollout rollout =
        new MemoryRollout("somebody-elses", 3, 60, 1)
            .with("pose", Dtype.F4, (tick, i) -> tick == 12 ? broken : 10.0 * i + tick, 3, 3);
    Bounds bounds = SKETCH.backdrop(rollout).bounds();
    assertTrue(bounds.width() < 200 && bounds.height() < 200, bounds.toString());
    assertTrue(bounds.minX() <= 0 && bounds.maxX() >= 119, bounds.toString());
  }

  @Test
  void theMapHoldsOneFarTraveller() {
    MemoryRollout rollout =
        new MemoryRollout("somebody-elses", 3, 60, 1)
            .with("pose", Dtype.F4, (tick, i) -> i < 3 ? 1000.0 * tick : i, 3, 3);
    assertTrue(SKETCH.backdrop(rollout).bounds().maxX() >= 59_000);
  }

  @Test
  void theMapHoldsEverybodysWay() {
    Bounds bounds = SKETCH.backdrop(foreign(300)).bounds();
    assertTrue(bounds.minX() <= 0 && bounds.maxX() >= 899, bounds.toString());
  }
}
