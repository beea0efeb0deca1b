package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands as they are searched for.
class PaletteTest {
  private static final PaneId AGENTS = PaneId.of("agents");

  @TempDir private static Path folder;

  private WindowUnderTest window;
  private Hands hands;
  private Document document;

  @BeforeEach
  void open() throws TimeoutException {
    window = new WindowUnderTest(Preferences.INITIAL);
    hands = new Hands(window);
    document = window.open(SampleRecording.in(folder));
  }

  @AfterEach
  void close() {
    window.close();
  }

  @ParameterizedTest
  @CsvSource({
    "cache, panel.cache",
    "gae, panel.advantage",
    "attn, panel.attention",
    "csv, file.channel",
    "gif, file.film",
    "mp4, file.film",
    "png, file.picture",
    "speed, playback.faster",
    "theme, view.theme",
    "font, view.font.larger",
    "docs, help.docs",
    "tick, panel.tick",
    "quit, file.quit",
    "export film, file.film",
    "film export, file.film",
    "scores, panel.scores"
  })
  void aNameOrASynonymFindsItsCommandFirst(String typed, String id) throws TimeoutException {
    hands.press("Ctrl+K");
    hands.type(typed);

    assertEquals(id, found().stream().map(AppCommand::id).findFirst().orElse("nothing"));
  }

  @Test
  void whatNothingIsCalledIsNoMatch() throws TimeoutException {
    hands.press("Ctrl+K");
    hands.type("xyzzyq");

    assertEquals(List.of(), found());
    assertTrue(
        window.onFx(() ->
            list().lookupAll(".label").stream()
                .anyMatch(node ->
                    node instanceof Label label
                        && label.getText().equals("No match")
                        && label.isVisible())));
  }

  @Test
  void aPanelBehindAnotherIsBroughtToTheFrontAndOneInFrontIsClosed() throws TimeoutException {
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Open(AGENTS, PaneKinds.home("agents")));
      document.layout().send(new LayoutCommand.Open(PaneId.of("scores"), PaneKinds.home("scores")));
      document.layout().send(new LayoutCommand.Show(PaneId.of("scores")));
      return true;
    });
    window.settle();
    assertFalse(inFront(), "it lies behind Scores");

    pick("agents");
    assertTrue(inFront(), "it is shown");

    pick("agents");
    assertFalse(window.onFx(() -> document.layout().state().holds(AGENTS)), "it is closed");
  }

  private boolean inFront() {
    return window.onFx(() -> document.layout().state().inFront(AGENTS));
  }

  private void pick(String typed) throws TimeoutException {
    hands.press("Ctrl+K");
    hands.type(typed);
    hands.press("Enter");
  }

  private List<AppCommand> found() {
    return window.onFx(() -> list().getItems().stream().map(AppCommand.class::cast).toList());
  }

  private ListView<?> list() {
    return window.find("palette.list", ListView.class);
  }
}
