package dev.hindsight.inspector.likelihood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real checkpoints give second opinions on a real recording, from the file field to the table.
class LikelihoodPanelTest {
  private static final String ACTED = "darkroom-5x5";

  @TempDir private Path folder;

  /// The policy that acted with every weight slightly changed, as another checkpoint.
  private Path other() {
    Checkpoint acted = BuiltInPolicies.find(ACTED).weights();
    List<Tensor> tensors = new ArrayList<>();
    for (Tensor tensor : acted.tensors().values()) {
      float[] values = tensor.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] *= 0.9f + 0.01f * (i % 7);
      }
      tensors.add(new Tensor(tensor.name(), tensor.shape(), values));
    }
    Path file = folder.resolve("other.safetensors");
    Checkpoints.write(file, tensors, acted.metadata());
    return file;
  }

  private static String sentence(PanelUnderTest panel) {
    return panel.find("opinion.sentence", Label.class).getText();
  }

  private static String allTicks(PanelUnderTest panel) {
    LiveTree<?> table = panel.find("opinion.sums", LiveTree.class);
    table.getSelectionModel().select(0);
    return table.copyText();
  }

  private static void name(PanelUnderTest panel, String checkpoint) {
    ComboBox<?> box = panel.find("opinion.checkpoint", ComboBox.class);
    box.getEditor().setText(checkpoint);
    box.commitValue();
  }

  private static void ask(PanelUnderTest panel, String checkpoint) {
    name(panel, checkpoint);
    panel.work();
  }

  @Test
  void anotherCheckpointHoldsOtherThingsAndTheOneThatActedHoldsWhatItDid() throws Exception {
    String other = other().toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("opinion", rollout)) {
          panel.show(7, 0);
          assertFalse(panel.find("opinion.plot", Node.class).isVisible(), "nothing to show yet");
          assertTrue(sentence(panel).startsWith("Choose a checkpoint"), sentence(panel));

          ask(panel, other);
          assertTrue(sentence(panel).startsWith("It gives the action "), sentence(panel));
          assertFalse(sentence(panel).contains("policy that acted"), sentence(panel));
          assertTrue(panel.find("opinion.plot", Node.class).isVisible());
          assertTrue(allTicks(panel).contains("count=60"), allTicks(panel));
          assertFalse(allTicks(panel).contains("divergence=0.0,"), allTicks(panel));

          ask(panel, ACTED);
          assertTrue(sentence(panel).endsWith("no logit differs by more than 1e-5."));

          ask(panel, "no-such-checkpoint");
          assertEquals(
              "no-such-checkpoint: there is no such checkpoint",
              sentence(panel).substring(0, sentence(panel).indexOf(" - ")));
        }
        return true;
      });
    }
  }

  @Test
  void nothingOfTheFormerCheckpointStandsUnderTheNewName() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("opinion", rollout)) {
          panel.show(7, 0);
          name(panel, "no-such-checkpoint");
          panel.work();
          assertTrue(sentence(panel).startsWith("no-such-checkpoint"), sentence(panel));
          name(panel, ACTED);
          assertEquals("Computing…", sentence(panel));
          panel.work();
          assertTrue(sentence(panel).contains("policy that acted"), sentence(panel));
          name(panel, "no-such-checkpoint");
          assertEquals("Computing…", sentence(panel));
          assertFalse(panel.find("opinion.plot", Node.class).isVisible());
        }
        return true;
      });
    }
  }
}
