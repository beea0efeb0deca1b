package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherMomentMarksTest {
  private static final MemoryRollout MOVING =
      new MemoryRollout("toy", 2, 9, 1).with("pose", Dtype.F4, (t, i) -> 10 * t + i, 2, 3);

  private static List<Mark> marks(int agent, MarkSubject... pointed) {
    return OtherMomentMarks.of(new PoseSketch(), new Moment(MOVING, 2, agent), Set.of(pointed));
  }

  @Test
  void theAgentIsOutlinedWhereItWasThen() {
    List<Mark.Box> outlines =
        marks(1, MarkSubject.moment(5)).stream()
            .filter(Mark.Box.class::isInstance)
            .map(Mark.Box.class::cast)
            .toList();
    assertEquals(1, outlines.size());
    assertEquals(53, outlines.getFirst().x());
    assertTrue(
        marks(1, MarkSubject.moment(5)).stream()
            .anyMatch(mark -> mark instanceof Mark.Text text && text.words().equals("tick 5")));
  }

  @Test
  void momentsThatAreNotThereAndOtherThingsAreNotDrawn() {
    assertEquals(
        List.of(), marks(1, MarkSubject.moment(9), MarkSubject.moment(-1), MarkSubject.agent(1)));
    assertEquals(List.of(), marks(Moment.NO_AGENT, MarkSubject.moment(5)));
  }
}
