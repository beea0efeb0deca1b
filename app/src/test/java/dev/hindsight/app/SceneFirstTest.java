package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a recording is opened, its scene appears first.
class SceneFirstTest {
  /// A painted frame.
  private record PaintedFrame(boolean drawn, int panes) {}

  @TempDir private Path folder;

  @Test
  void panesFollowTheSceneOneAFrameAndThoseBehindOthersWhenTheyComeToTheFront()
      throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 3, 100);
    List<PaintedFrame> frames = new CopyOnWriteArrayList<>();
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Scene scene = window.stage().getScene();
      window.onFx(() -> {
        scene.addPostLayoutPulseListener(
            () -> frames.add(new PaintedFrame(window.drawn(), opened(scene.getRoot()))));
        return true;
      });
      Document document = window.open(file);
      window.settle();

      assertTrue(
          frames.stream().anyMatch(paintedFrame -> paintedFrame.drawn && paintedFrame.panes == 0));
      assertTrue(
          frames.stream().noneMatch(paintedFrame -> !paintedFrame.drawn && paintedFrame.panes > 0));
      for (int i = 1; i < frames.size(); i++) {
        assertTrue(frames.get(i).panes - frames.get(i - 1).panes <= 1, "one a frame: " + frames);
      }
      int seen = frames.getLast().panes;
      assertTrue(seen > 1, "the layout has panes");
      assertEquals(seen, window.onFx(() -> opened(scene.getRoot())));
      assertTrue(
          window.onFx(() -> document.layout().state().panes().size()) > seen,
          "the layout has panes behind others");
    }
  }

  @Test
  void whoIsSelectedBeforeThePanesAreThereStaysSelected() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 3, 100);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window.onFx(() -> {
        window
            .context()
            .open(
                file,
                opened -> {
                  opened.timeline().send(new TimelineCommand.Seek(7));
                  opened.view().send(new ViewCommand.Select(1));
                });
        return true;
      });
      window.until(() -> window.context().workspace().state().document().isPresent());
      window.settle();
      Document document =
          window.onFx(() -> window.context().workspace().state().document().orElseThrow());
      assertTrue(window.onFx(() -> opened(window.stage().getScene().getRoot())) > 1);
      assertEquals(1, window.onFx(() -> document.view().state().selected()));
      assertEquals(7, window.onFx(() -> document.timeline().state().tick()));
    }
  }

  /// The number of panes in the window with content.
  private static int opened(Node node) {
    if (!(node instanceof Parent parent)) {
      return 0;
    }
    if (node.getStyleClass().contains("hs-late")) {
      return parent.getChildrenUnmodifiable().isEmpty() ? 0 : 1;
    }
    return parent.getChildrenUnmodifiable().stream().mapToInt(SceneFirstTest::opened).sum();
  }
}
