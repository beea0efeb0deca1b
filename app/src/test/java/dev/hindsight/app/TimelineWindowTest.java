package dev.hindsight.app;

import static javafx.scene.input.KeyCombination.ALT_DOWN;
import static javafx.scene.input.KeyCombination.CONTROL_DOWN;
import static javafx.scene.input.KeyCombination.SHIFT_DOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.inspector.TestMouse.With;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javafx.geometry.Point2D;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The timeline in use, with only the keyboard and with only the mouse.
class TimelineWindowTest {
  private static final int TICKS = 4 * SyntheticRecording.TRIAL;

  /// Width of the values at the cursor, right of the lanes.
  private static final int VALUES = 132;

  @TempDir private Path folder;
  private Path recording = Path.of("none");
  private Optional<TimelineUnderTest> opened = Optional.empty();

  @BeforeEach
  void open() throws TimeoutException {
    recording = SyntheticRecording.write(folder.resolve("planted.rollout"), 3, TICKS);
    opened = Optional.of(new TimelineUnderTest(recording));
    // In a recording without events, limbo without a contact counts as a goal: goals come first.
    timeline().key(KeyCode.K);
  }

  @AfterEach
  void close() {
    opened.ifPresent(TimelineUnderTest::close);
  }

  private TimelineUnderTest timeline() {
    return opened.orElseThrow();
  }

  private int selected() {
    return timeline().window().onFx(() -> timeline().document().view().state().selected());
  }

  private void send(LaneState.Command command) throws TimeoutException {
    timeline()
        .window()
        .onFx(() -> {
          timeline().document().timelineModel().lanes().send(command);
          return true;
        });
    timeline().window().settle();
  }

  private List<String> lanes() {
    return timeline()
        .window()
        .onFx(() ->
            timeline().document().timelineModel().lanes().state().lanes().stream()
                .map(lane -> lane.source().id())
                .toList());
  }

  /// The middle of a tick on the strip of trials, where there are no events to snap to.
  private Point2D at(int tick) {
    double left = 118;
    double width = timeline().lanes().getWidth() - left - VALUES - 8;
    var window =
        timeline()
            .window()
            .onFx(() -> timeline().document().timelineModel().lanes().state().window());
    return new Point2D(left + (tick + 0.5 - window.first()) / window.span() * width, 10);
  }

  @Test
  void theSecondCollisionIsTwoKeysAwayAndItsAgentIsSelected() throws TimeoutException {
    timeline().key(KeyCode.E);
    assertEquals(19, timeline().tick());
    assertEquals(0, selected());

    timeline().key(KeyCode.E);
    assertEquals(20, timeline().tick());
    assertEquals(1, selected());

    timeline().key(KeyCode.E, SHIFT_DOWN);
    assertEquals(19, timeline().tick());
  }

  @Test
  void eventsOfTheSelectedAgentPassOthersBy() throws TimeoutException {
    timeline().key(KeyCode.N);
    timeline().key(KeyCode.N);
    timeline().key(KeyCode.A);
    timeline().key(KeyCode.E);
    timeline().key(KeyCode.E);

    assertEquals(SyntheticRecording.TRIAL + 20, timeline().tick());
    assertEquals(1, selected());
  }

  @Test
  void pressesThatComeFasterThanTheSearchAreNotLost() throws TimeoutException {
    timeline()
        .window()
        .onFx(() -> {
          for (int i = 0; i < 5; i++) {
            timeline()
                .document()
                .timelineModel()
                .events()
                .go(
                    dev.hindsight.inspector.event.SearchDirection.NEXT,
                    timeline().window().context().background());
          }
          return true;
        });
    timeline().window().until(() -> timeline().tick() == SyntheticRecording.TRIAL + 20);
  }

  @Test
  void searchesThatStillWaitEndWithTheirTab() throws TimeoutException {
    WindowUnderTest window = timeline().window();
    window.onFx(() -> {
      for (int i = 0; i < 20; i++) {
        timeline()
            .document()
            .timelineModel()
            .events()
            .go(SearchDirection.NEXT, window.context().background());
      }
      window.context().close(timeline().document());
      return true;
    });
    window.settle();
    assertEquals(List.of(), window.crashes());
  }

  @Test
  void theKindOfEventIsChosenByKeyboard() throws TimeoutException {
    timeline().key(KeyCode.K);
    timeline().key(KeyCode.K);
    timeline().key(KeyCode.E);
    assertEquals(39, timeline().tick(), "into limbo");

    timeline().key(KeyCode.K, SHIFT_DOWN);
    timeline().key(KeyCode.K, SHIFT_DOWN);
    timeline().key(KeyCode.E);
    assertEquals(SyntheticRecording.TRIAL + 19, timeline().tick(), "a collision again");
  }

  @Test
  void whatIsNotThereIsSaid() throws TimeoutException {
    timeline().key(KeyCode.END);
    timeline().key(KeyCode.E);

    assertEquals(TICKS - 1, timeline().tick());
    assertEquals(
        "none after this tick: Collision",
        timeline().window().find("seekTold", javafx.scene.control.Label.class).getText());
  }

  @Test
  void aBookmarkIsSetByKeyboardAndKeptBesideTheRecording() throws TimeoutException {
    timeline().key(KeyCode.E);
    timeline().key(KeyCode.D, CONTROL_DOWN);
    timeline().key(KeyCode.HOME);
    timeline().key(KeyCode.F2);
    assertEquals(19, timeline().tick());
    timeline().close();
    opened = Optional.empty();

    List<Bookmark> kept = new BookmarkFile(recording).read();
    assertEquals(
        List.of(new BookmarkPlace(0, 0, 19, 0)), kept.stream().map(Bookmark::place).toList());
  }

  @Test
  void bookmarksComeAndGoAndComeAgain() throws TimeoutException {
    timeline().key(KeyCode.D, CONTROL_DOWN);
    assertEquals(1, bookmarks());
    timeline().key(KeyCode.D, CONTROL_DOWN);
    assertEquals(0, bookmarks());
    timeline().key(KeyCode.Z, CONTROL_DOWN);
    assertEquals(1, bookmarks());
    timeline().key(KeyCode.Z, CONTROL_DOWN, SHIFT_DOWN);
    assertEquals(0, bookmarks());
  }

  private int bookmarks() {
    return timeline()
        .window()
        .onFx(() -> timeline().document().timelineModel().bookmarks().state().bookmarks().size());
  }

  @Test
  void fiveTicksAroundACollisionAreLoopedAtAQuarterSpeedByKeyboard() throws TimeoutException {
    timeline().key(KeyCode.E);
    timeline().key(KeyCode.LEFT);
    timeline().key(KeyCode.LEFT);
    timeline().key(KeyCode.I);
    IntStream.range(0, 4).forEach(_ -> keyOrFail(KeyCode.RIGHT));
    timeline().key(KeyCode.I, SHIFT_DOWN);
    timeline().key(KeyCode.COMMA);
    timeline().key(KeyCode.COMMA);

    assertEquals(Optional.of(Span.through(17, 21)), timeline().cursor().loop());
    assertEquals(0.25, timeline().cursor().speed());
  }

  private void keyOrFail(KeyCode code) {
    try {
      timeline().key(code);
    } catch (TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRecordingWithoutTicksTakesEveryKey() throws TimeoutException {
    Path empty = SyntheticRecording.write(folder.resolve("empty.rollout"), 2, 0);
    try (TimelineUnderTest nothing = new TimelineUnderTest(empty)) {
      for (KeyCode key : List.of(KeyCode.E, KeyCode.I, KeyCode.L, KeyCode.EQUALS, KeyCode.N)) {
        nothing.key(key);
      }
      nothing.key(KeyCode.D, CONTROL_DOWN);

      assertEquals(0, nothing.tick());
    }
  }

  @Test
  void draggingWithShiftChoosesTheLoop() {
    timeline().drag(at(18), at(22), With.SHIFT);

    assertEquals(Optional.of(Span.through(18, 22)), timeline().cursor().loop());
  }

  @Test
  void draggingTheTickNumbersScrubsAsDraggingTheTrialsDoes() {
    double ruler = timeline().lanes().getHeight() - 8;
    timeline().press(new Point2D(at(30).getX(), ruler));
    assertEquals(30, timeline().tick());
    timeline().haul(new Point2D(at(77).getX(), ruler));
    assertEquals(77, timeline().tick());
    timeline().release(new Point2D(at(77).getX(), ruler));

    assertTrue(
        timeline()
            .window()
            .onFx(() -> timeline().document().timelineModel().lanes().state().window().whole()));
  }

  @Test
  void scrubbingPausesAndThenGoesOn() {
    timeline()
        .window()
        .onFx(() -> {
          timeline().document().timeline().send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
          return true;
        });
    timeline().press(at(30));
    assertTrue(!timeline().cursor().running());
    assertEquals(30, timeline().tick());
    timeline().haul(at(77));
    assertEquals(77, timeline().tick());
    timeline().release(at(77));

    assertTrue(timeline().cursor().running());
  }

  @Test
  void theWheelZoomsAboutTheMouseAndShiftPans() throws TimeoutException {
    Point2D place = at(60);
    for (int turn = 0; turn < 6; turn++) {
      timeline().wheel(place, 0, 40);
    }
    assertEquals(place.getX(), at(60).getX(), 0.01);
    double before = at(60).getX();
    timeline().wheel(place, -40, 0, With.SHIFT);
    assertEquals(before - 40, at(60).getX(), 0.01);
    timeline().key(KeyCode.DIGIT0);

    assertTrue(
        timeline()
            .window()
            .onFx(() -> timeline().document().timelineModel().lanes().state().window().whole()));
  }

  @Test
  void aClickOnAMarkGoesToTheEventNotBesideIt() {
    Point2D besideTheLastOfThree = new Point2D(at(21).getX() + 4, 30);
    timeline().click(besideTheLastOfThree);

    assertEquals(21, timeline().tick());
  }

  @Test
  void lanesComeGoMoveAndGrowByKeyboard() throws TimeoutException {
    assertEquals(List.of("events", "channel:action:0", "channel:reward:0", "bookmarks"), lanes());
    timeline().key(KeyCode.DOWN, ALT_DOWN);
    timeline().key(KeyCode.DOWN, CONTROL_DOWN, SHIFT_DOWN);
    assertEquals(List.of("events", "channel:reward:0", "channel:action:0", "bookmarks"), lanes());
    timeline().key(KeyCode.DELETE, ALT_DOWN);
    assertEquals(List.of("events", "channel:reward:0", "bookmarks"), lanes());
    timeline().key(KeyCode.EQUALS, ALT_DOWN);

    int grown =
        timeline()
            .window()
            .onFx(() ->
                timeline().document().timelineModel().lanes().state().lanes().getLast().height());
    assertEquals(26, grown);
  }

  @Test
  void aLaneIsMovedAndResizedByMouse() {
    Point2D events = new Point2D(20, 33);
    timeline().drag(events, new Point2D(20, 45));
    assertEquals("channel:action:0", lanes().getFirst());

    Point2D edge = new Point2D(20, 18 + 20);
    timeline().drag(edge, new Point2D(20, 18 + 20 + 25));
    int grown =
        timeline()
            .window()
            .onFx(() ->
                timeline().document().timelineModel().lanes().state().lanes().getFirst().height());
    assertEquals(45, grown);
  }

  @Test
  void whatIsAtTheCursorIsSaidToThoseWhoCannotSee() throws TimeoutException {
    send(new LaneState.Command.Add(new LaneSource.ChannelComponent("blink", 0)));
    timeline().key(KeyCode.N);
    timeline()
        .window()
        .onFx(() -> {
          timeline().document().timeline().send(new TimelineCommand.Seek(70));
          return true;
        });
    timeline().window().settle();
    String words = timeline().window().onFx(() -> timeline().lanes().getAccessibleText());

    assertTrue(words.startsWith("Timeline of agent 0: tick 70, trial 2:20"), words);
    assertTrue(
        words.contains("agent 0: vehicle collision at tick 69, in collision at tick 70"), words);
    assertTrue(words.contains("blink no"), words);
    assertTrue(words.contains("action 0"), words);
  }
}
