package dev.hindsight.inspector.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.version.PerturbedCheckpoints;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The panel runs, can be stopped, and shows the conclusion.
class MemoryVerdictPanelTest {
  @Test
  void itSaysWhatItWillDoRunsAndConcludes(@TempDir Path folder) throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40)) {
      List<String> told =
          HeadlessToolkit.onFx(() -> {
            try (PanelUnderTest panel = new PanelUnderTest("remember", rollout)) {
              panel.show(3, 0);
              Button run = panel.find("remember.run", Button.class);
              Label sentence = panel.find("remember.sentence", Label.class);
              String before = sentence.getText();
              panel.find("remember.episodes", WordedChoiceBox.class).getSelectionModel().select(1);
              run.fire();
              String busy = run.getText();
              panel.work();
              LiveTree<?> table = panel.find("remember.table", LiveTree.class);
              return List.of(
                  before,
                  busy,
                  sentence.getText(),
                  "" + table.getExpandedItemCount(),
                  run.getText(),
                  panel.find("remember.reasons", Label.class).getText());
            }
          });
      assertTrue(told.getFirst().startsWith("Runs the"), told.getFirst());
      assertEquals("Stop", told.get(1));
      assertTrue(told.get(2).startsWith("It remembered. Over 16 episodes"), told.get(2));
      assertEquals("5", told.get(3));
      assertEquals("Run", told.get(4));
      assertTrue(told.getLast().contains("Credit by trial can be 0"), told.getLast());
    }
  }

  @Test
  void itCountsTheEpisodesOfARecordingThatGrows() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 40, 1).with("reward", Dtype.F4, (_, _) -> 0, 1);
    rollout.comeTo(0);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("remember", rollout)) {
        Button run = panel.find("remember.run", Button.class);
        Label sentence = panel.find("remember.sentence", Label.class);
        assertTrue(run.isDisabled());
        assertTrue(sentence.getText().contains("no episode"), sentence.getText());
        rollout.comeTo(20);
        panel.show(19, 0);
        assertFalse(run.isDisabled());
        assertTrue(sentence.getText().startsWith("Runs the episode"), sentence.getText());
      }
      return true;
    });
  }

  @Test
  void itCanBeStopped(@TempDir Path folder) throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40)) {
      String told =
          HeadlessToolkit.onFx(() -> {
            try (PanelUnderTest panel = new PanelUnderTest("remember", rollout)) {
              Button run = panel.find("remember.run", Button.class);
              run.fire();
              run.fire();
              panel.work();
              assertFalse(panel.find("remember.table", LiveTree.class).isVisible());
              return run.getText();
            }
          });
      assertEquals("Run", told);
    }
  }

  @Test
  void anotherCheckpointStopsTheRunsAndDropsTheVerdictOfTheOneBefore(@TempDir Path folder)
      throws Exception {
    Path noisy = PerturbedCheckpoints.write(folder, "darkroom-5x5", "noisy", 3.0);
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("remember", rollout)) {
          Button run = panel.find("remember.run", Button.class);
          Button checkpoint = panel.find("remember.checkpoint", Button.class);
          Label sentence = panel.find("remember.sentence", Label.class);
          run.fire();
          panel.workOnce();
          panel.answer(noisy);
          checkpoint.fire();
          panel.work();
          assertEquals("Run", run.getText());
          assertTrue(sentence.getText().startsWith("Runs the"), sentence.getText());
          run.fire();
          panel.work();
          assertTrue(panel.find("remember.table", LiveTree.class).isVisible());
          panel.answer(noisy);
          checkpoint.fire();
          assertFalse(panel.find("remember.table", LiveTree.class).isVisible());
        }
        return true;
      });
    }
  }

  @Test
  void aRecordingOfOneTrialOrOfNoPolicyIsToldWhatItLacks() {
    Rollout one = new MemoryRollout("toy", 1, 3, 1).with("reward", Dtype.F4, (_, _) -> 0, 1);
    assertEquals(
        "Its episodes have one trial: there is no earlier one to remember.",
        MemoryExperiment.missing(one.manifest()).orElseThrow());
    Rollout random = new MemoryRollout("toy", 1, 3, 2).with("reward", Dtype.F4, (_, _) -> 0, 1);
    assertTrue(MemoryExperiment.missing(random.manifest()).orElseThrow().contains("random"));
  }
}
