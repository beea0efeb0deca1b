package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeHeads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SketchSettingsTest {
  private static final List<SketchChoice> OFFERED = EdgeHeads.choices(2, 3);
  private static final SketchChoice HEAD = OFFERED.getLast();

  @Test
  void whoChoosesNothingGetsTheUsual() {
    assertEquals("all heads", SketchSettings.NOTHING.of(HEAD).words());
    assertEquals("layer 2", SketchSettings.NOTHING.of(OFFERED.getFirst()).words());
    assertEquals(EdgeHeads.ALL, EdgeHeads.of(SketchSettings.NOTHING));
  }

  @Test
  void aWayThatIsNotThereIsTheUsualInMenusAndRefusedWhereItWasAskedFor() {
    SketchSettings wrong = SketchSettings.NOTHING.with("head", "4");

    assertEquals("all heads", wrong.of(HEAD).words());
    Problem problem = assertThrows(Problem.class, () -> wrong.check(OFFERED, "x.rollout"));
    assertEquals("its pictures offer no head=4", problem.what());
    assertEquals("choose from layer=1|2, head=mean|1|2|3", problem.remedy());
    Problem bare = assertThrows(Problem.class, () -> wrong.check(List.of(), "x.rollout"));
    assertEquals("they offer no options", bare.remedy());
  }

  @Test
  void whatIsOfferedPasses() {
    SketchSettings right = new SketchSettings(Map.of("head", "3", "layer", "1"));
    right.check(OFFERED, "x.rollout");
    assertEquals(new EdgeHeads(0, 2), EdgeHeads.of(right));
    assertTrue(SketchSettings.NOTHING.ways().isEmpty());
  }
}
