package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.inspector.fact.Fact;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.ListView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Facts in the window: saved, checked, opened where they fail.
class FactsWindowTest {
  @TempDir private Path folder;

  @Test
  void factThatFailsOpensAtItsTick() throws TimeoutException {
    Path recording = SyntheticRecording.write(folder.resolve("planted.rollout"), 3, 60);
    try (TimelineUnderTest timeline = new TimelineUnderTest(recording)) {
      WindowUnderTest window = timeline.window();
      window.onFx(() -> {
        timeline
            .document()
            .layout()
            .send(
                new LayoutCommand.Open(
                    PaneId.of(PaneKinds.FACTS), PaneKinds.home(PaneKinds.FACTS)));
        window
            .context()
            .facts(timeline.document())
            .keep(new Fact.Holds("nobody touches", "channel_collision[a] == 1", Fact.Demand.NEVER));
        return true;
      });
      window.settle();
      ListView<?> list = window.find("facts.list", ListView.class);
      window.until(() -> window.onFx(() -> list.getItems().toString()).contains("Fails"));
      window.onFx(() -> {
        list.getSelectionModel().select(0);
        list.requestFocus();
        return true;
      });

      new UserInput(window).press("Enter");

      assertEquals(20, timeline.tick());
    }
  }
}
