package dev.hindsight.inspector.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TreeItem;
import javafx.scene.input.Clipboard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The switch that shows what an agent would have seen next, had a time limit not ended its
/// episode.
class FinalObservationPanelTest {
  private static final int LIMIT = 5;

  @TempDir private Path folder;

  private Rollout dug(String trials) {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    Path out = folder.resolve("dug.rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    type,
                    type.prepare(
                        type.settings()
                            .parse(
                                Map.of(
                                    "max_steps",
                                    Integer.toString(LIMIT),
                                    "sites",
                                    "4",
                                    "trials",
                                    trials),
                                "test"),
                        Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    2 * LIMIT + 2,
                    RecordingRequest.Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return Rollouts.open(out);
  }

  /// What the panel copies as the share of the episode that has passed.
  @SuppressWarnings("unchecked")
  private static String progress(PanelUnderTest panel) {
    LiveTree<ObservationPart> tree = panel.find("observation", LiveTree.class);
    TreeItem<ObservationPart> segment =
        tree.getRoot().getChildren().stream()
            .filter(item -> item.getValue().name().equals("episode_progress"))
            .findFirst()
            .orElseThrow();
    segment.setExpanded(true);
    tree.getSelectionModel().select(segment.getChildren().getFirst());
    tree.getContextMenu().getItems().getFirst().fire();
    return Clipboard.getSystemClipboard().getString();
  }

  @Test
  void atATimeLimitItShowsTheObservationThatNoOtherTickShows() throws Exception {
    try (Rollout rollout = dug("1")) {
      HeadlessToolkit.onFx(() -> {
        PanelUnderTest panel = new PanelUnderTest("observation", rollout);
        CheckBox last = panel.find("observation.final", CheckBox.class);
        panel.show(LIMIT - 2, 0);
        assertTrue(last.isVisible() && last.isDisabled(), "no time limit here");
        panel.show(LIMIT - 1, 0);
        assertFalse(last.isDisabled());
        assertEquals("0.8", progress(panel));
        last.fire();
        assertEquals("1.0", progress(panel));
        panel.show(LIMIT, 0);
        assertEquals("0.0", progress(panel), "the next episode");
        panel.show(2 * LIMIT - 1, 0);
        assertEquals("1.0", progress(panel), "the switch stays");
        last.fire();
        assertEquals("0.8", progress(panel));
        return last;
      });
    }
  }

  @Test
  void aRecordingWithoutTimeLimitsHasNoSwitch() throws Exception {
    // A late trial fails: its time is part of the task.
    try (Rollout rollout = dug("2")) {
      HeadlessToolkit.onFx(() -> {
        PanelUnderTest panel = new PanelUnderTest("observation", rollout);
        panel.show(1, 0);
        assertFalse(panel.find("observation.final", CheckBox.class).isVisible());
        return panel;
      });
    }
  }
}
