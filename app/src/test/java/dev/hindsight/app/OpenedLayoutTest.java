package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording opens in the layout its content asks for.
class OpenedLayoutTest {
  @TempDir private static Path folder;

  @Test
  void oneAgentThatRemembersIsSelectedAndItsAttentionInSight() throws Exception {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(sample("darkroom"));
      assertTrue(layout(window, document).inFront(PaneId.of("attention")));
      assertTrue(layout(window, document).inFront(PaneId.of("look-back")));
      assertEquals(0, window.onFx(() -> document.view().state().selected()));
    }
  }

  @Test
  void ofSeveralAgentsThatRememberTheTableAndTheAttentionAreInSight() throws Exception {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(sample("learned"));
      assertTrue(layout(window, document).inFront(PaneId.of("attention")));
      assertTrue(layout(window, document).inFront(PaneId.of("agents")));
    }
  }

  @Test
  void agentsThatAttendToTheirNeighboursOpenWithThem() throws Exception {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(SampleRecording.sky(folder));
      assertTrue(layout(window, document).inFront(PaneId.of("neighbours")));
    }
  }

  @Test
  void agentsWithoutMemoryOpenWithTheirTableAndTheTick() throws Exception {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(SampleRecording.in(folder));
      assertTrue(layout(window, document).inFront(PaneId.of("agents")));
      assertTrue(layout(window, document).inFront(PaneId.of("tick")));
    }
  }

  @Test
  void theLayoutTheUserChoseWins() throws Exception {
    Path config = folder.resolve("config");
    Path file = sample("darkroom");
    Layout chosen;
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, config)) {
      Document document = window.open(file);
      window.onFx(() -> {
        window.command("layout.watch");
        return true;
      });
      chosen = layout(window, document);
      assertFalse(chosen.holds(PaneId.of("attention")));
      window.settle();
    }
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, config)) {
      assertEquals(chosen, layout(window, window.open(file)));
    }
  }

  private static Path sample(String id) throws Exception {
    return Samples.named(id).in(folder).run(Progress.SILENT, new Cancellation());
  }

  private static Layout layout(WindowUnderTest window, Document document) throws TimeoutException {
    return window.onFx(() -> document.layout().state());
  }
}
