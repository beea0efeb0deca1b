package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The panel runs audits, shows their outcomes, and leads to the findings.
class AuditsPanelTest {
  @TempDir private Path folder;

  private static LiveTree<?> tree(PanelUnderTest panel) {
    return panel.find("audits-tree", LiveTree.class);
  }

  private static List<String> rows(PanelUnderTest panel) {
    return tree(panel).getRoot().getChildren().stream()
        .map(TreeItem::getValue)
        .map(AuditRow.OfAudit.class::cast)
        .map(ofAudit -> ofAudit.subject() + " " + ofAudit.words())
        .toList();
  }

  private static void click(LiveTree<?> tree) {
    TestMouse.send(tree, MouseEvent.MOUSE_CLICKED, new Point2D(1, 1));
  }

  @Test
  void aRecordingThatIsRightPassesWhatCanBeAsked() throws Exception {
    try (Rollout rollout = Rollouts.open(MutantDrives.record(folder, Bug.NONE))) {
      PanelUnderTest panel = HeadlessToolkit.onFx(() -> new PanelUnderTest("audits", rollout));
      HeadlessToolkit.onFx(() -> {
        assertTrue(rows(panel).getFirst().contains("not run yet"), rows(panel).toString());
        assertTrue(panel.find("audits-stop", Button.class).isDisabled());
        panel.find("audits-all", Button.class).fire();
        assertTrue(panel.find("audits-told", Label.class).getText().startsWith("Running 1 of"));
        assertFalse(panel.find("audits-stop", Button.class).isDisabled());
        panel.work();
        assertTrue(
            rows(panel).getFirst().startsWith("✓  Integrity passed"), rows(panel).toString());
        assertTrue(rows(panel).get(1).startsWith("✓  Finite passed"), rows(panel).toString());
        assertTrue(panel.find("audits-told", Label.class).getText().contains("0 failed"));
        assertFalse(panel.find("audits-wrong", Label.class).isVisible());
        panel.close();
        return true;
      });
    }
  }

  @Test
  void aFindingLeadsToItsTickAndAgent() throws Exception {
    try (Rollout rollout = Rollouts.open(MutantDrives.record(folder, Bug.INTEGRATOR_KEPT))) {
      PanelUnderTest panel = HeadlessToolkit.onFx(() -> new PanelUnderTest("audits", rollout));
      HeadlessToolkit.onFx(() -> {
        LiveTree<?> tree = tree(panel);
        int trials = BuiltInAudits.ALL.stream().map(Audit::id).toList().indexOf("trials");
        tree.getSelectionModel().select(trials);
        panel.find("audits-one", Button.class).fire();
        panel.work();
        assertTrue(rows(panel).get(trials).startsWith("✗"), rows(panel).toString());
        assertTrue(rows(panel).getFirst().contains("not run yet"), rows(panel).toString());
        String wrong = panel.find("audits-wrong", Label.class).getText();
        assertTrue(wrong.contains("tick 30, agent 1"), wrong);
        assertTrue(String.join("\n", rows(panel)).contains("integrator"), rows(panel).toString());
        tree.getSelectionModel().select(trials + 1);
        click(tree);
        assertEquals(List.of(30), panel.sought());
        assertEquals(List.of(1), panel.selected());
        assertTrue(tree.copyText().contains("acceleration_long"), tree.copyText());
        panel.close();
        return true;
      });
    }
  }

  @Test
  void stoppingAsksNothingMore() throws Exception {
    try (Rollout rollout = Rollouts.open(MutantDrives.record(folder, Bug.NONE))) {
      PanelUnderTest panel = HeadlessToolkit.onFx(() -> new PanelUnderTest("audits", rollout));
      HeadlessToolkit.onFx(() -> {
        panel.find("audits-all", Button.class).fire();
        panel.find("audits-stop", Button.class).fire();
        panel.work();
        assertTrue(rows(panel).getFirst().startsWith("✓"), rows(panel).toString());
        assertTrue(rows(panel).get(1).contains("not run yet"), rows(panel).toString());
        panel.close();
        return true;
      });
    }
  }

  @Test
  void outcomesOfAGrowingRecordingSayThatTheyAreNotAboutTheWholeOfIt() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("martian", 1, 40, 1).with("reward", Dtype.F4, (_, _) -> 0, 1);
    rollout.comeTo(10);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("audits", rollout)) {
        Label told = panel.find("audits-told", Label.class);
        panel.find("audits-all", Button.class).fire();
        panel.work();
        panel.show(9, 0);
        assertFalse(told.getText().contains("Run the audits again"), told.getText());
        rollout.comeTo(40);
        panel.show(39, 0);
        assertTrue(
            told.getText()
                .endsWith(
                    ", when the recording had 10 ticks and was not complete. Run the audits again."),
            told.getText());
        panel.find("audits-all", Button.class).fire();
        panel.work();
        assertFalse(told.getText().contains("Run the audits again"), told.getText());
      }
      return true;
    });
  }

  @Test
  void anAuditThatRunsWithTheFormerCheckpointRunsAgainUnlessStopped() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("martian", 1, 4, 1).with("reward", Dtype.F4, (_, _) -> 0, 1);
    Audit audit = BuiltInAudits.ALL.getFirst();
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("audits", rollout)) {
        AuditQueue queue = new AuditQueue(panel, () -> {});
        queue.choose(Path.of("old.ckpt"));
        queue.enqueue(List.of(audit));
        queue.choose(Path.of("new.ckpt"));
        panel.workOnce();
        assertEquals(Optional.empty(), queue.report(audit));
        assertEquals(Optional.of(audit), queue.running());
        panel.work();
        assertTrue(queue.report(audit).isPresent());

        queue.enqueue(List.of(audit));
        queue.stop();
        queue.choose(Path.of("old.ckpt"));
        panel.work();
        assertEquals(Optional.empty(), queue.report(audit));
        assertFalse(queue.busy());
      }
      return true;
    });
  }
}
