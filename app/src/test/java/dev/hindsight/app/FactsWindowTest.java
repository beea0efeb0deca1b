package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  private static Fact fact(String name) {
    return new Fact.Holds(name, "channel_collision[a] == 1", Fact.Demand.NEVER);
  }

  private static void keep(WindowUnderTest window, Document document, String name) {
    window.onFx(() -> {
      window.context().facts(document).keep(fact(name));
      return true;
    });
  }

  private List<String> stored(Path settings) {
    return FactFile.of(settings.resolve("facts"), "planted").read().stream()
        .map(Fact::name)
        .toList();
  }

  @Test
  void aFactThatIsSavedBeforeTheFileIsReadJoinsThoseInIt() throws TimeoutException {
    Path settings = folder.resolve("settings");
    Path recording = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    for (String name : List.of("first", "second")) {
      try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, settings)) {
        Document document = window.open(recording);
        keep(window, document, name);
        window.settle();
      }
    }
    assertEquals(List.of("first", "second"), stored(settings));
  }

  @Test
  void tabsOfOneKindShareTheirFacts() throws TimeoutException {
    Path settings = folder.resolve("settings");
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, settings)) {
      Document one = window.open(SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20));
      Document two = window.open(SyntheticRecording.write(folder.resolve("b.rollout"), 2, 20));
      keep(window, one, "in one");
      window.settle();
      keep(window, two, "in the other");
      window.settle();
      assertEquals(List.of("in one", "in the other"), stored(settings));
      assertEquals(2, window.onFx(() -> window.context().facts(one).rows().state().size()));
    }
  }

  @Test
  void aFileThatCannotBeReadStaysUntilItIsMended() throws TimeoutException, IOException {
    Path settings = folder.resolve("settings");
    FactFile file = FactFile.of(settings.resolve("facts"), "planted");
    file.write(List.of(fact("by hand")));
    Path broken = settings.resolve("facts/planted.json");
    String whole = Files.readString(broken);
    String misspelt = whole.replace("never", "nevr");
    Files.writeString(broken, misspelt);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, settings)) {
      Document document = window.open(SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20));
      keep(window, document, "third");
      window.settle();
      assertEquals(misspelt, Files.readString(broken));

      Files.writeString(broken, whole);
      keep(window, document, "fourth");
      window.settle();
      assertEquals(List.of("by hand", "third", "fourth"), stored(settings));
    }
  }
}
