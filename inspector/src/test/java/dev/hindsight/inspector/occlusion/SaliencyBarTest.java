package dev.hindsight.inspector.occlusion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.record.Occlusion;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The observation panel draws how much every number matters as the command computes it, and marks
/// the things in the scene; of another moment it shows nothing.
class SaliencyBarTest {
  private static final int TICK = 6;

  @TempDir private static Path folder;
  private static Rollout rollout;

  @BeforeAll
  static void record() {
    rollout = DarkRoomRecordings.trained(folder, 12);
  }

  @AfterAll
  static void close() {
    rollout.close();
  }

  private static PanelUnderTest choosing(SaliencyMeasure.Kind kind) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = new PanelUnderTest("observation", rollout);
      panel.show(TICK, 0);
      choose(panel, kind);
      panel.work();
      return panel;
    });
  }

  @SuppressWarnings("unchecked")
  private static void choose(PanelUnderTest panel, SaliencyMeasure.Kind kind) {
    ChoiceBox<SaliencyMeasure> box = panel.find("observation.saliency", ChoiceBox.class);
    box.setValue(
        box.getItems().stream().filter(one -> one.kind() == kind).findFirst().orElseThrow());
  }

  private static String legend(PanelUnderTest panel) {
    return panel.find("observation.saliency.legend", Label.class).getText();
  }

  @Test
  void derivativesAreThoseOfTheCommand() throws Exception {
    PanelUnderTest panel = choosing(SaliencyMeasure.Kind.PREFERRED);
    String legend = HeadlessToolkit.onFx(() -> legend(panel));
    float[] slopes;
    try (OpenedPolicy opened =
        BuiltInPolicies.open("darkroom-5x5", TeacherForcing.shapeOf(rollout))) {
      Occlusion occlusion = new Occlusion(0, TICK, Optional.empty(), Optional.empty());
      Occlusion.Effect effect =
          occlusion.apply(rollout, opened.policy(), Progress.SILENT, new Cancellation());
      slopes =
          occlusion.gradient(
              rollout, opened.policy(), effect.preferred(), Progress.SILENT, new Cancellation());
    }
    Saliency saliency =
        Saliency.of(
            rollout,
            SaliencyMeasure.of(rollout.manifest()).get(1),
            0,
            TICK,
            Progress.SILENT,
            new Cancellation());

    assertArrayEquals(slopes, saliency.numbers());
    assertEquals(saliency.legend(), legend);
    assertEquals(1, largest(panel.weighed().shares()), "the steepest is drawn largest");
    assertTrue(panel.weighed().shares().keySet().stream().anyMatch(s -> s.kind().equals("row")));
  }

  private static float largest(Map<MarkSubject, Float> shares) {
    return (float) shares.values().stream().mapToDouble(Math::abs).max().orElse(0);
  }

  @Test
  void occlusionOfRowsIsThatOfTheSegmentsTakenApart() throws Exception {
    PanelUnderTest panel = choosing(SaliencyMeasure.Kind.OCCLUSION);
    Saliency saliency =
        Saliency.of(
            rollout,
            SaliencyMeasure.of(rollout.manifest()).getLast(),
            0,
            TICK,
            Progress.SILENT,
            new Cancellation());
    try (OpenedPolicy opened =
        BuiltInPolicies.open("darkroom-5x5", TeacherForcing.shapeOf(rollout))) {
      Occlusion apart = new Occlusion(0, TICK, Optional.empty(), Optional.of("row"));
      for (Occlusion.PartEffect part :
          apart.apply(rollout, opened.policy(), Progress.SILENT, new Cancellation()).parts()) {
        assertEquals((float) part.divergence(), saliency.numbers()[part.part().from()]);
      }
    }

    assertTrue(saliency.scale() > 0);
    assertFalse(HeadlessToolkit.onFx(() -> panel.weighed().shares().isEmpty()));
  }

  @Test
  void anotherTickShowsNothingUntilItIsComputed() throws Exception {
    PanelUnderTest panel = choosing(SaliencyMeasure.Kind.VALUE);
    HeadlessToolkit.onFx(() -> {
      String before = legend(panel);
      panel.show(TICK + 1, 0);
      assertEquals(SubjectWeights.NONE, panel.weighed());
      panel.work();
      assertEquals(TICK + 1, panel.weighed().tick());
      choose(panel, SaliencyMeasure.Kind.NOTHING);
      assertEquals(SubjectWeights.NONE, panel.weighed());
      assertEquals("", legend(panel));
      assertFalse(before.isEmpty());
      return true;
    });
  }

  @Test
  void closingThePanelTakesTheMarksOutOfTheScene() throws Exception {
    PanelUnderTest panel = choosing(SaliencyMeasure.Kind.VALUE);
    HeadlessToolkit.onFx(() -> {
      assertFalse(panel.weighed().shares().isEmpty());
      panel.close();
      assertEquals(SubjectWeights.NONE, panel.weighed());
      return true;
    });
  }
}
