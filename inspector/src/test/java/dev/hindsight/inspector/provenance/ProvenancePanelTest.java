package dev.hindsight.inspector.provenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.Map;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenancePanelTest {
  @TempDir private Path folder;

  private static int rows(PanelUnderTest panel) {
    TreeTableView<?> tree = panel.find("provenance-facts", TreeTableView.class);
    int rows = 0;
    for (TreeItem<?> group : tree.getRoot().getChildren()) {
      rows += group.getChildren().size();
    }
    return rows;
  }

  @Test
  void everyFactHasARowAndTheFilterAndTheTickLeaveFewer() throws Exception {
    try (Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 9))) {
      int facts = Provenance.of(rollout).facts().size();
      HeadlessToolkit.onFx(() -> {
        PanelUnderTest panel = new PanelUnderTest("provenance", rollout);
        panel.work();
        assertEquals(facts, rows(panel));
        panel.find("provenance-filter", TextField.class).setText("seed");
        assertEquals(1, rows(panel));
        panel.find("provenance-filter", TextField.class).setText("");
        panel.find("provenance-chosen", CheckBox.class).fire();
        assertTrue(rows(panel) < facts);
        return true;
      });
    }
  }
}
