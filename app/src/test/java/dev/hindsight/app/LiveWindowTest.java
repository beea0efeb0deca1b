package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.BreakpointHits;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.RecordingStatus;
import dev.hindsight.app.workspace.TailMode;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveWindowTest {
  @TempDir private Path folder;

  private Optional<WindowUnderTest> opened = Optional.empty();

  @BeforeEach
  void open() throws TimeoutException {
    opened =
        Optional.of(
            new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of())));
  }

  @AfterEach
  void close() {
    opened.orElseThrow().close();
  }

  @Test
  void aRecordingIsShownFromItsFirstTicksAndTheViewFollowsItsEnd() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    Document document = shown(making, 30);

    assertEquals(29, tick(document));
    assertEquals("a.rollout (recording)", title(0));
    making.to(75);
    window().until(() -> tick(document) == 74);
    window().until(() -> words().startsWith("Recording: 75 ticks so far"));
    window().until(() -> window().has("lanes"));
    window().until(() -> lanes().contains("tick 74, trial 2:24"));
    making.finish();
    window().settle();
  }

  @Test
  void movingBackFreezesTheViewWhileTheRecordingGoesOn() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    Document document = shown(making, 30);
    send(document, new TimelineCommand.Seek(10));
    making.to(90);
    window().until(() -> document.timeline().state().axis().ticks() == 90);

    assertEquals(10, tick(document));
    assertEquals(TailMode.FROZEN, document.tail().state());

    send(document, new TimelineCommand.Seek(70));
    window().until(() -> lanes().contains("vehicle collision at tick 70"));

    run("button.playback.tail");
    assertEquals(89, tick(document));
    making.to(100);
    window().until(() -> tick(document) == 99);
    making.finish();
    window().settle();
  }

  @Test
  void aViewThatFollowsWaitsForTheBreakpointThatMayHitSooner() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(90);
    Document document = shown(making, 90);
    BreakpointHits late = looked(document, 1, "channel_collision[a] == 1 && tick > 60");
    BreakpointHits early = looked(document, 2, "tick == 30");

    found(
        document,
        List.of(late, new BreakpointHits(2, early.breakpoint(), new ConditionResult.Pending())));
    assertEquals(TailMode.FOLLOWING, document.tail().state());
    assertEquals(89, tick(document));
    found(document, List.of(late, early));
    assertEquals(TailMode.FROZEN, document.tail().state());
    assertEquals(30, tick(document));
    making.finish();
    window().settle();
  }

  private static BreakpointHits looked(Document document, int number, String condition) {
    ConditionResult conditionResult =
        ConditionResult.of(
            condition, BuiltInSignals.of(document.rollout()), Progress.SILENT, new Cancellation());
    return new BreakpointHits(
        number, Breakpoint.of("", condition, BookmarkMark.RED), conditionResult);
  }

  private void found(Document document, List<BreakpointHits> lines) {
    window()
        .onFx(() -> {
          document.timelineModel().hits().send(lines);
          return true;
        });
  }

  @Test
  void oneThatIsToBeSeenFromTheBeginningStaysThere() throws TimeoutException {
    SteppedRecording making = new SteppedRecording(folder.resolve("a.rollout"));
    window()
        .onFx(() -> {
          window().context().record("Sample", making, Optional.empty(), TailMode.FROZEN);
          return true;
        });
    making.to(30);
    Document document = shown(making, 30);
    making.to(60);
    window().until(() -> document.timeline().state().axis().ticks() == 60);

    assertEquals(0, tick(document));
    making.finish();
    window().settle();
    assertEquals(0, tick(document));
  }

  @Test
  void theFinishedRecordingKeepsCursorSelectionAndBookmarks() throws Exception {
    SteppedRecording making = begin("a.rollout");
    making.to(60);
    Document document = shown(making, 60);
    send(document, new TimelineCommand.Seek(21));
    window()
        .onFx(() -> {
          document.view().send(new ViewCommand.Select(1));
          return true;
        });
    run("button.bookmark.toggle");
    making.to(120);
    making.finish();
    window().until(() -> document.status().state() instanceof RecordingStatus.Complete);
    window().settle();

    assertTrue(document.rollout().complete());
    assertEquals(120, document.timeline().state().axis().ticks());
    assertEquals(21, tick(document));
    assertEquals(1, document.view().state().selected());
    assertEquals(1, document.timelineModel().bookmarks().state().bookmarks().size());
    assertEquals("a.rollout", title(0));
    assertFalse(window().find("live", javafx.scene.Node.class).isVisible());
    assertTrue(Files.exists(folder.resolve("a.rollout")));
    close();
    assertEquals(1, new BookmarkFile(folder.resolve("a.rollout")).read().size());
    open();
  }

  @Test
  void scoresAreThoseOfTheWholeRecordingWhenItEnds() throws Exception {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    Document document = shown(making, 30);
    window()
        .onFx(() -> {
          document
              .layout()
              .send(new LayoutCommand.Open(PaneId.of("scores"), PaneKinds.home("scores")));
          document.layout().send(new LayoutCommand.Show(PaneId.of("scores")));
          return true;
        });
    window().until(() -> window().has("scores-sentence"));
    window().until(() -> scores().contains("trial"));
    String early = scores();
    making.to(120);
    making.finish();
    window().until(() -> document.status().state() instanceof RecordingStatus.Complete);
    window().settle();
    String live = scores();
    close();
    open();
    Document whole = window().open(folder.resolve("a.rollout"));
    window()
        .onFx(() -> {
          whole
              .layout()
              .send(new LayoutCommand.Open(PaneId.of("scores"), PaneKinds.home("scores")));
          whole.layout().send(new LayoutCommand.Show(PaneId.of("scores")));
          return true;
        });
    window().until(() -> window().has("scores-sentence"));
    window().settle();

    assertEquals(scores(), live);
    assertNotEquals(early, live);
  }

  @Test
  void factsAreCheckedAgainWhenTheRecordingHasGrown() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(10);
    Document document = shown(making, 10);
    window()
        .onFx(() -> {
          window()
              .context()
              .facts(document)
              .keep(
                  new Fact.Holds("nobody touches", "channel_collision[a] == 1", Fact.Demand.NEVER));
          return true;
        });
    window().until(() -> verdicts(document).contains("Holds[]"));
    making.to(60);
    window().until(() -> verdicts(document).contains("Fails"));
    making.finish();
    window().settle();
    assertTrue(verdicts(document).contains("tick=20"), verdicts(document));
  }

  private String verdicts(Document document) {
    return window().onFx(() -> window().context().facts(document).rows().state().toString());
  }

  private String scores() {
    return window().onFx(() -> window().find("scores-sentence", Label.class).getText());
  }

  @Test
  void oneThatIsCancelledSaysSoAndLeavesNoFile() throws TimeoutException, IOException {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    Document document = shown(making, 30);
    run("task.cancel");
    window().until(() -> document.status().state() instanceof RecordingStatus.Incomplete);

    assertEquals("a.rollout (cancelled)", title(0));
    assertTrue(words().startsWith("Cancelled: no file was saved. Its first 30 ticks"), words());
    assertFalse(document.rollout().complete());
    try (var files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
    send(document, new TimelineCommand.Seek(3));
    assertEquals(3, tick(document));
  }

  @Test
  void oneThatFailsSaysWhy() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    Document document = shown(making, 30);
    making.fail();
    window().until(() -> document.status().state() instanceof RecordingStatus.Incomplete);

    assertEquals("a.rollout (failed)", title(0));
    assertTrue(words().startsWith("Failed: the engine stalled."), words());
    assertEquals(
        List.of(new Notice.Trouble("the engine stalled", "the garage", "push")),
        window().onFx(() -> window().context().notices().state().open()));
  }

  @Test
  void twoAreRecordedAtOnceEachWithItsOwnCursor() throws TimeoutException {
    SteppedRecording one = begin("one.rollout");
    one.to(20);
    Document first = shown(one, 20);
    send(first, new TimelineCommand.Seek(5));
    SteppedRecording two = begin("two.rollout");
    two.to(40);
    Document second = shown(two, 40);
    one.to(60);
    two.to(80);
    window().until(() -> first.timeline().state().axis().ticks() == 60);
    window().until(() -> tick(second) == 79);

    assertEquals(5, tick(first));
    one.finish();
    two.finish();
    window().settle();
    assertTrue(first.rollout().complete() && second.rollout().complete());
  }

  @Test
  void aTabThatIsClosedDoesNotStopTheRecording() throws TimeoutException {
    SteppedRecording making = begin("a.rollout");
    making.to(30);
    WorkspaceTab workspaceTab = shown(making, 30);
    window()
        .onFx(() -> {
          window().context().close(workspaceTab);
          return true;
        });
    making.to(60);
    making.finish();
    window().until(() -> Files.exists(folder.resolve("a.rollout")));
    window().settle();

    assertEquals(List.of(), window().onFx(() -> window().context().workspace().state().tabs()));
  }

  @Test
  void theFileOfAnotherProcessIsFollowed() throws TimeoutException {
    Path file = folder.resolve("b.rollout");
    Document document;
    try (RolloutWriter writer = SyntheticRecording.begin(file, 2)) {
      SyntheticRecording.add(writer, 2, 4 * SyntheticRecording.CHUNK + 1);
      document = window().open(file);
      assertEquals("b.rollout (recording)", title(0));
      assertEquals(4 * SyntheticRecording.CHUNK - 1, tick(document));
      SyntheticRecording.add(writer, 2, 9 * SyntheticRecording.CHUNK + 1);
      window().until(() -> tick(document) == 9 * SyntheticRecording.CHUNK - 1);
      SyntheticRecording.add(writer, 2, 9 * SyntheticRecording.CHUNK + 3);
      writer.finish(Summary.of(List.of(), Map.of(), 1));
    }
    window().until(() -> document.status().state() instanceof RecordingStatus.Complete);

    assertEquals(9 * SyntheticRecording.CHUNK + 3, document.timeline().state().axis().ticks());
    assertEquals("b.rollout", title(0));
  }

  @Test
  void whatADeadWriterLeftIsShownAsCutOff() throws TimeoutException, IOException {
    Path left = folder.resolve("c.rollout.part");
    try (RolloutWriter writer = SyntheticRecording.begin(folder.resolve("b.rollout"), 2)) {
      SyntheticRecording.add(writer, 2, 4 * SyntheticRecording.CHUNK + 1);
      Files.copy(folder.resolve("b.rollout.part"), left);
    }
    window().open(folder.resolve("c.rollout"));

    assertEquals("c.rollout (cut off)", title(0));
    assertTrue(words().startsWith("Cut off:"), words());
    assertEquals(
        "the recording was cut off; its first 32 ticks are shown",
        window().onFx(() -> window().context().notices().state().shown().orElseThrow().headline()));
  }

  @Test
  void whatADeadWriterLeftWithoutTicksIsSaidToHaveNone() throws TimeoutException, IOException {
    Path left = folder.resolve("c.rollout.part");
    try (RolloutWriter writer = SyntheticRecording.begin(folder.resolve("b.rollout"), 2)) {
      SyntheticRecording.add(writer, 2, 4 * SyntheticRecording.CHUNK + 1);
      byte[] all = Files.readAllBytes(folder.resolve("b.rollout.part"));
      // The second member of the archive is the first with numbers.
      int begin = new String(all, StandardCharsets.ISO_8859_1).indexOf("PK\3\4", 4);
      Files.write(left, Arrays.copyOf(all, begin + 10));
    }
    window().open(folder.resolve("c.rollout"));
    assertEquals("Cut off: the recording stopped before its first tick. Record it again.", words());
  }

  private WindowUnderTest window() {
    return opened.orElseThrow();
  }

  private SteppedRecording begin(String name) {
    SteppedRecording making = new SteppedRecording(folder.resolve(name));
    window()
        .onFx(() -> {
          window().context().record("Recording " + name, making, Optional.empty());
          return true;
        });
    return making;
  }

  /// Waits until the newest recording is shown with this many ticks in all its panes.
  private Document shown(SteppedRecording making, int ticks) throws TimeoutException {
    window()
        .until(() ->
            window()
                .context()
                .workspace()
                .state()
                .document()
                .filter(document -> document.rollout().file().equals(making.file()))
                .filter(document -> document.timeline().state().axis().ticks() == ticks)
                .isPresent());
    window().untilComplete();
    return window().onFx(() -> window().context().workspace().state().document().orElseThrow());
  }

  private int tick(Document document) {
    return window().onFx(() -> document.timeline().state().tick());
  }

  private void send(Document document, TimelineCommand command) {
    window()
        .onFx(() -> {
          window().context().workspace().send(new WorkspaceCommand.Activate(document));
          document.timeline().send(command);
          return true;
        });
  }

  private void run(String button) {
    window()
        .onFx(() -> {
          window().find(button, javafx.scene.control.ButtonBase.class).fire();
          return true;
        });
  }

  private String words() {
    return window().onFx(() -> window().find("live.words", Label.class).getText());
  }

  private String lanes() {
    return window().onFx(() -> window().find("lanes", javafx.scene.Node.class).getAccessibleText());
  }

  private String title(int tab) {
    return window()
        .onFx(() -> {
          TabPane tabs = (TabPane) window().stage().getScene().lookup(".tab-pane");
          return tabs.getTabs().get(tab).getText();
        });
  }
}
