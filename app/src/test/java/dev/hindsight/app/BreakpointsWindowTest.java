package dev.hindsight.app;

import static javafx.scene.input.KeyCombination.CONTROL_DOWN;
import static javafx.scene.input.KeyCombination.SHIFT_DOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javafx.event.Event;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Breakpoints in use: added, reached in both directions, stopping playback.
class BreakpointsWindowTest {
  private static final int TICKS = 2 * SyntheticRecording.TRIAL;

  @TempDir private Path folder;
  private Optional<TimelineUnderTest> opened = Optional.empty();

  @BeforeEach
  void open() throws TimeoutException {
    Path recording = SyntheticRecording.write(folder.resolve("planted.rollout"), 3, TICKS);
    opened = Optional.of(new TimelineUnderTest(recording));
  }

  @AfterEach
  void close() {
    opened.ifPresent(TimelineUnderTest::close);
  }

  private TimelineUnderTest timeline() {
    return opened.orElseThrow();
  }

  private void add(String condition) throws TimeoutException {
    timeline()
        .window()
        .onFx(() -> {
          timeline()
              .window()
              .context()
              .breakpoints(timeline().document())
              .book()
              .send(new BreakpointCommand.Add(Breakpoint.of("", condition, BookmarkMark.RED)));
          return true;
        });
    looked();
  }

  private void looked() throws TimeoutException {
    timeline()
        .window()
        .until(() -> {
          var lines = timeline().document().timelineModel().hits().state();
          return !lines.isEmpty()
              && lines.stream().noneMatch(line -> line.found() instanceof ConditionResult.Pending);
        });
  }

  private int selected() {
    return timeline().window().onFx(() -> timeline().document().view().state().selected());
  }

  @Test
  void runningGoesFromHitToHitAndBack() throws TimeoutException {
    add("channel_collision[a] == 1");

    timeline().key(KeyCode.F8);
    assertEquals(20, timeline().tick());
    assertEquals(0, selected());
    timeline().key(KeyCode.F8);
    assertEquals(21, timeline().tick());
    assertEquals(1, selected());
    timeline().key(KeyCode.F8, SHIFT_DOWN);
    assertEquals(20, timeline().tick());
    assertTrue(
        timeline()
            .window()
            .onFx(() ->
                timeline()
                        .document()
                        .timelineModel()
                        .lanes()
                        .state()
                        .place(new LaneSource.Breakpoints())
                    >= 0));
  }

  private List<String> ofBreakpoints(Function<Breakpoint, String> property) {
    return timeline()
        .window()
        .onFx(() ->
            timeline()
                .window()
                .context()
                .breakpoints(timeline().document())
                .book()
                .state()
                .breakpoints()
                .stream()
                .map(property)
                .toList());
  }

  /// A list selects a row before it takes the keyboard focus from the field.
  @Test
  void aTypedNameIsKeptByAClickOnAnotherBreakpoint() throws TimeoutException {
    add("channel_collision[a] == 1");
    add("channel_collision[a] == 0");
    timeline().key(KeyCode.B, CONTROL_DOWN);
    timeline().window().settle();
    timeline()
        .window()
        .onFx(() -> {
          ListView<?> list = timeline().window().find("breakpoints.list", ListView.class);
          list.getSelectionModel().select(0);
          timeline().window().find("breakpoint.name", TextField.class).setText("crashes");
          list.getSelectionModel().select(1);
          return true;
        });
    timeline().window().settle();
    assertEquals(List.of("crashes", ""), ofBreakpoints(Breakpoint::name));
  }

  @Test
  void playingStopsAtTheFirstHit() throws TimeoutException {
    add("channel_collision[a] == 1");

    timeline()
        .window()
        .onFx(() -> {
          timeline().document().timeline().send(new TimelineCommand.Speed(16));
          timeline().document().timeline().send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
          return true;
        });
    timeline().window().until(() -> timeline().cursor().motion() == PlaybackMotion.PAUSED);

    assertEquals(20, timeline().tick());
  }

  @Test
  void breakpointIsTypedWithNamesOfferedAndFaultsTold() throws TimeoutException {
    UserInput userInput = new UserInput(timeline().window());
    timeline().key(KeyCode.B, CONTROL_DOWN);
    timeline().window().settle();
    TextField field = timeline().window().find("breakpoint.new", TextField.class);
    timeline()
        .window()
        .onFx(() -> {
          field.requestFocus();
          return true;
        });
    userInput.type("channel_coll");
    ListView<?> offers = timeline().window().find("breakpoint.new.offers", ListView.class);
    assertTrue(timeline().window().onFx(offers::isVisible));

    userInput.press("Down");
    userInput.press("Enter");
    assertEquals("channel_collision[a]", timeline().window().onFx(field::getText));

    Label told = timeline().window().find("breakpoint.new.told", Label.class);
    timeline()
        .window()
        .until(() ->
            timeline().window().onFx(told::getText).contains("a condition must be true or false"));
    userInput.type(" == 1");
    userInput.press("Enter");
    looked();
    timeline().key(KeyCode.F8);

    assertEquals(20, timeline().tick());
  }

  /// Presses Enter in a field, and types on before the condition has been checked.
  private void commitAndTypeOn(String id, String condition, String next) {
    TextField field = timeline().window().find(id, TextField.class);
    timeline()
        .window()
        .onFx(() -> {
          field.setText(condition);
          Event.fireEvent(
              field,
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
          field.setText(next);
          return true;
        });
  }

  @Test
  void whatIsTypedWhileACommittedConditionIsCheckedStays() throws TimeoutException {
    timeline().key(KeyCode.B, CONTROL_DOWN);
    timeline().window().settle();
    commitAndTypeOn("breakpoint.new", "channel_collision[a] == 1", "channel_coll");
    looked();
    timeline().window().settle();
    TextField fresh = timeline().window().find("breakpoint.new", TextField.class);
    assertEquals("channel_coll", timeline().window().onFx(fresh::getText));

    commitAndTypeOn("breakpoint.condition", "channel_collision[a] == 0", "channel_collision[a] ==");
    timeline().window().settle();
    looked();
    timeline().window().settle();
    TextField changed = timeline().window().find("breakpoint.condition", TextField.class);
    assertEquals("channel_collision[a] ==", timeline().window().onFx(changed::getText));
    assertEquals(List.of("channel_collision[a] == 0"), ofBreakpoints(Breakpoint::condition));
  }
}
