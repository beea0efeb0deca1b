package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.session.Session;
import dev.hindsight.app.session.SessionFile;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Preferences.AtStart;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.trainer.rollout.RolloutWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The last session is restored as far as its files exist.
class SessionTest {
  @TempDir private Path folder;

  private Path one = Path.of("none");
  private Path other = Path.of("none");

  @BeforeEach
  void record() throws IOException {
    one = SampleRecording.in(folder);
    other = Files.copy(one, folder.resolve("other.rollout"));
  }

  @Test
  void afterItWasClosedTheWindowOpensTheSameRecordingsWhereTheUserWas() throws TimeoutException {
    Layout left = work();
    try (WindowUnderTest window = again()) {
      window.until(() -> tabs(window).size() == 2);
      window.settle();
      assertEquals(List.of("junction.rollout", "other.rollout"), tabs(window));
      Document shown = shown(window);
      assertEquals(one, shown.rollout().file(), "the one that was shown is shown");
      assertEquals(37, shown.timeline().state().tick());
      assertEquals(2, shown.view().state().selected());
      assertEquals(left.root(), shown.layout().state().root());
      assertEquals(Optional.empty(), shown.undo().undoes(), "there is nothing to take back yet");
    }
  }

  @Test
  void aProgramThatWasKilledHasWrittenDownWhereTheUserWasSecondsBefore() throws TimeoutException {
    Path session = folder.resolve("config/session.json");
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      Document document = window.open(one);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(21));
        window.frame(3);
        return true;
      });
      window.until(
          () -> Files.exists(session) && Files.readString(session).contains("\"tick\" : 21"));
    }
  }

  /// There is no file with its name, only its part.
  @Test
  void aRecordingThatWasNeverFinishedComesBackToo() throws IOException, TimeoutException {
    try (RolloutWriter writer = SyntheticRecording.begin(folder.resolve("x.rollout"), 2)) {
      SyntheticRecording.add(writer, 2, 48);
      Files.copy(folder.resolve("x.rollout.part"), folder.resolve("y.rollout.part"));
    }
    List<Document> received = new ArrayList<>();
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      window.onFx(() -> {
        window.context().open(folder.resolve("y.rollout.part"), received::add);
        return true;
      });
      window.until(() -> !received.isEmpty());
      window.settle();
    }
    try (WindowUnderTest window = again()) {
      window.until(() -> tabs(window).size() == 1);
      window.settle();
      assertEquals(List.of("y.rollout"), tabs(window));
    }
  }

  @Test
  void theFileHasTheseKeysInThisOrder() throws IOException {
    Layout bare = new Layout(Optional.empty(), Map.of());
    new SessionFile(folder.resolve("session.json"))
        .write(
            new Session(
                List.of(
                    new Session.OpenRecording(Path.of("a"), Optional.of(Path.of("b")), 3, -1, bare),
                    new Session.OpenRecording(Path.of("c"), Optional.empty(), 0, 2, bare)),
                1));
    String expected =
        """
        {
          "session" : 1,
          "active" : 1,
          "recordings" : [ {
            "file" : "a",
            "other" : "b",
            "tick" : 3,
            "agent" : -1,
            "layout" : {
              "layout" : 1,
              "details" : { }
            }
          }, {
            "file" : "c",
            "tick" : 0,
            "agent" : 2,
            "layout" : {
              "layout" : 1,
              "details" : { }
            }
          } ]
        }\
        """;
    assertEquals(expected.lines().toList(), Files.readAllLines(folder.resolve("session.json")));
  }

  @Test
  void aRecordingThatCannotBeShownEndsItsOpeningSoThatTheNextIsOpened() throws TimeoutException {
    List<String> ended = new CopyOnWriteArrayList<>();
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      for (Optional<Path> beside : List.of(Optional.<Path>empty(), Optional.of(other))) {
        window.onFx(() -> {
          window
              .context()
              .reopen(
                  one,
                  beside,
                  _ -> {
                    throw new IllegalStateException("planted");
                  },
                  () -> ended.add(beside.toString()));
          return true;
        });
      }
      window.until(() -> ended.size() == 2);
      window.onFx(() -> {
        for (Notice crash : window.context().notices().state().open()) {
          window.context().notices().send(new NoticeCommand.Dismiss(crash));
        }
        return true;
      });
    }
  }

  @Test
  void recordingsThatAreGoneAreSkippedWithOneMessage() throws TimeoutException, IOException {
    work();
    Files.delete(one);
    try (WindowUnderTest window = again()) {
      window.until(() -> tabs(window).size() == 1);
      window.settle();
      assertEquals(List.of("other.rollout"), tabs(window));
      List<Notice> told = window.onFx(() -> window.context().notices().state().open());
      assertEquals(1, told.size());
      assertTrue(told.getFirst().text().contains(one.toString()), told.getFirst().text());
    }
  }

  @Test
  void theSettingSwitchesItOff() throws TimeoutException {
    work();
    Preferences off = Preferences.INITIAL.with(AtStart.NOTHING);
    try (WindowUnderTest window = new WindowUnderTest(off, folder.resolve("config"))) {
      window.onFx(() -> {
        window.restore();
        return true;
      });
      window.settle();
      assertEquals(List.of(), tabs(window));
      assertTrue(window.has("welcome"));
    }
  }

  @Test
  void aFileOnTheCommandLineWinsOverTheLastSession() throws TimeoutException {
    work();
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      window.begin(List.of(other));
      window.until(() -> tabs(window).size() == 1);
      window.settle();
      assertEquals(List.of("other.rollout"), tabs(window));
      assertEquals(0, window.onFx(() -> shown(window).timeline().state().tick()));
    }
  }

  @Test
  void withoutAFileOnTheCommandLineTheLastSessionOpens() throws TimeoutException {
    work();
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      window.begin(List.of());
      window.until(() -> tabs(window).size() == 2);
      window.settle();
    }
  }

  @Test
  void aFileThatIsNoSessionIsAsGoodAsNone() throws TimeoutException, IOException {
    Files.createDirectories(folder.resolve("config"));
    Files.writeString(
        folder.resolve("config/session.json"), "{\"session\": 1, \"recordings\": [{}]}");
    try (WindowUnderTest window = again()) {
      window.settle();
      assertEquals(List.of(), tabs(window));
    }
  }

  /// Opens two recordings and moves around in the first.
  private Layout work() throws TimeoutException {
    try (WindowUnderTest window =
        new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"))) {
      Document document = window.open(one);
      window.onFx(() -> {
        window.context().open(other);
        return true;
      });
      window.until(() -> tabs(window).size() == 2);
      return window.onFx(() -> {
        window.command("file.nextTab");
        document.timeline().send(new TimelineCommand.Seek(37));
        document.view().send(new ViewCommand.Select(2));
        document.layout().send(new LayoutCommand.Close(PaneId.of("scores")));
        return document.layout().state();
      });
    }
  }

  private WindowUnderTest again() throws TimeoutException {
    WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, folder.resolve("config"));
    window.onFx(() -> {
      window.restore();
      return true;
    });
    return window;
  }

  private static List<String> tabs(WindowUnderTest window) {
    return window.onFx(() ->
        window.context().workspace().state().tabs().stream().map(WorkspaceTab::title).toList());
  }

  private static Document shown(WindowUnderTest window) {
    return window.onFx(() -> window.context().workspace().state().document().orElseThrow());
  }
}
