package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.EventSeekCommand;
import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.ComparedRecording;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.compare.FirstDifference;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Two recordings of one scenario in one tab: the cursor moves both, and a click on a difference
/// goes there.
class CompareWindowTest {
  private static final int TICKS = 24;
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private static Path folder;
  private static Path one = Path.of("none");
  private static Path other = Path.of("none");

  @BeforeAll
  static void record() throws IOException {
    Files.createDirectories(PICTURES);
    one = drive("one.rollout", "argmax");
    other = drive("other.rollout", "random");
  }

  private static Path drive(String name, String actions) {
    return new RecordingPlan(
            "drive",
            Optional.of("straight-1"),
            Optional.of("scripted"),
            Optional.of(TICKS),
            actions,
            3,
            Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "12"),
            folder.resolve(name))
        .run(Progress.SILENT, new Cancellation())
        .file();
  }

  private static WindowUnderTest window() throws TimeoutException {
    return new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  private static Document compared(WindowUnderTest window) throws TimeoutException {
    return compared(window, other);
  }

  private static Document compared(WindowUnderTest window, Path second) throws TimeoutException {
    window.onFx(() -> {
      window.context().compare(one, second);
      return true;
    });
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .document()
            .flatMap(Document::beside)
            .flatMap(beside -> beside.state().report())
            .isPresent());
    window.settle();
    return window.onFx(() -> window.context().workspace().state().document().orElseThrow());
  }

  @Test
  void bothStandUnderOneCursorAndADifferenceIsAKeyAway() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = compared(window);
      assertEquals("one.rollout ↔ other.rollout", document.title());
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(17));
        document.view().send(new ViewCommand.Select(1));
        return true;
      });
      Moment there = window.onFx(() -> document.moment(ComparedRecording.OTHER));
      assertEquals(17, there.tick());
      assertEquals(1, there.agent());
      assertNotEquals(document.rollout(), there.rollout());

      TreeTableView<?> table = window.find("differences-table", TreeTableView.class);
      FirstDifference first =
          document
              .beside()
              .flatMap(beside -> beside.state().report())
              .flatMap(report -> report.differing().get(3).first())
              .orElseThrow();
      window.onFx(() -> {
        table.getSelectionModel().select(3);
        Event.fireEvent(
            table,
            new KeyEvent(KeyEvent.KEY_RELEASED, "", "", KeyCode.ENTER, false, false, false, false));
        return true;
      });
      assertEquals(first.tick(), window.onFx(() -> document.timeline().state().tick()));
      Label sentence = window.find("differences-sentence", Label.class);
      String told = window.onFx(sentence::getText);
      assertTrue(told.startsWith("They diverge at tick 0"), told);
    }
  }

  /// An empty table cannot be scrolled to its last headers.
  @Test
  void noEmptyTableIsShownWhereNothingDiffers() throws Exception {
    try (WindowUnderTest window = window()) {
      compared(window, one);
      Node table = window.find("differences-table", Node.class);
      Label sentence = window.find("differences-sentence", Label.class);
      assertTrue(window.onFx(sentence::getText).startsWith("Nothing differs"));
      assertFalse(window.<Boolean>onFx(table::isVisible));
    }
    try (WindowUnderTest window = window()) {
      compared(window);
      Node table = window.find("differences-table", Node.class);
      assertTrue(window.<Boolean>onFx(table::isVisible));
    }
  }

  @Test
  void anotherRuleMovesTheOtherCursor() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = compared(window);
      Counterpart beside = document.beside().orElseThrow();
      assertEquals(new AlignmentRule.ByTrial(), window.onFx(() -> beside.state().rule()));
      ComboBox<?> rules = window.find("differences-rule", ComboBox.class);
      window.onFx(() -> {
        rules.getSelectionModel().select(0);
        return true;
      });
      window.until(() -> beside.state().report().isPresent());
      assertEquals(new AlignmentRule.ByTick(), window.onFx(() -> beside.state().aligned()));
    }
  }

  @Test
  void lanesShowBothAndHowFarTheyAreApart() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = compared(window);
      LaneSource.ChannelComponent reward = new LaneSource.ChannelComponent("reward", 0);
      window.onFx(() -> {
        document.view().send(new ViewCommand.Select(0));
        int place = document.timelineModel().lanes().state().place(reward);
        document.timelineModel().lanes().send(new LaneState.Command.Choose(place));
        document.timelineModel().lanes().send(new LaneState.Command.AddComparison());
        return true;
      });
      List<LaneSource> lanes =
          window.onFx(() ->
              document.timelineModel().lanes().state().lanes().stream()
                  .map(lane -> lane.source())
                  .toList());
      assertTrue(lanes.contains(new LaneSource.RecordingDistance()));
      assertTrue(
          lanes.contains(new LaneSource.ComparedChannel(reward, LaneSource.ComparedValue.OTHER)));
      assertTrue(
          lanes.contains(new LaneSource.ComparedChannel(reward, LaneSource.ComparedValue.APART)));
      for (LaneSource lane : lanes) {
        assertEquals(Optional.of(lane), LaneSource.parse(lane.id()));
      }
      window.settle();
    }
  }

  @ParameterizedTest
  @CsvSource({"DARK, 1280, 800", "LIGHT, 1280, 800", "DARK, 1920, 1080", "LIGHT, 1920, 1080"})
  void eventsOfTheOtherStandOnTheTimelineAndCanBeGoneTo(Theme theme, int width, int height)
      throws Exception {
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(
              window, PICTURES, theme.name().toLowerCase(Locale.ROOT), width, height);
      Document document = compared(window);
      List<LaneSource> lanes =
          window.onFx(() ->
              document.timelineModel().lanes().state().lanes().stream()
                  .map(lane -> lane.source())
                  .toList());
      assertEquals(
          lanes.indexOf(new LaneSource.Events()) + 1, lanes.indexOf(new LaneSource.EventsBeside()));

      EventLog own = EventScan.ofAll(document.beside().orElseThrow().other(), new Cancellation());
      int first = IntStream.range(0, own.count()).filter(own::caused).findFirst().orElseThrow();
      window.onFx(() -> {
        document
            .timelineModel()
            .events()
            .seek()
            .send(new EventSeekCommand.Choose(new Landmark.OfOther(own.kind(first))));
        window.command("event.next");
        return true;
      });
      window.settle();
      int tick = window.onFx(() -> document.timeline().state().tick());
      assertEquals(own.tick(first), tick, "both run by trial: the same ticks");
      String told = window.onFx(() -> window.find("seekTold", Label.class).getText());
      assertTrue(told.startsWith("B: " + own.kind(first).title()), told);
      String words = window.onFx(() -> window.find("lanes", Node.class).getAccessibleText());
      assertTrue(words.contains("B: agent " + own.agent(first)), words);
      windowScreenshots.take("compared-events");
    }
  }

  @Test
  void aComparisonThatIsCancelledSaysSoAndCanBeMadeAgain() throws Exception {
    try (WindowUnderTest window = window()) {
      Counterpart beside = compared(window).beside().orElseThrow();
      // In one turn of the FX thread, so that it cannot end before it is cancelled.
      window.onFx(() -> {
        beside.again();
        window.find("task.cancel", ButtonBase.class).fire();
        return true;
      });
      window.until(() -> told(window).equals("The comparison was cancelled."));
      window.press("differences-again");
      window.until(() -> told(window).startsWith("They diverge at tick 0"));
      assertFalse(window.find("differences-again", Node.class).isVisible());
    }
  }

  private static String told(WindowUnderTest window) {
    return window.words("differences-sentence");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aComparisonIsMadeAgainWhenEitherRecordingGrows(boolean growsFirst) throws Exception {
    Path whole =
        SyntheticRecording.write(folder.resolve("whole-" + growsFirst + ".rollout"), 2, 99);
    Path growing = folder.resolve("growing-" + growsFirst + ".rollout");
    try (WindowUnderTest window = window()) {
      try (RolloutWriter writer = SyntheticRecording.begin(growing, 2)) {
        SyntheticRecording.add(writer, 2, 40);
        window.onFx(() -> {
          window.context().compare(growsFirst ? growing : whole, growsFirst ? whole : growing);
          return true;
        });
        window.until(() -> pairs(window) > 0);
        assertTrue(window.<Boolean>onFx(() -> pairs(window) <= 40));
        SyntheticRecording.add(writer, 2, 99);
        writer.finish(Summary.of(List.of(), Map.of(), 1));
      }
      window.until(() -> pairs(window) == 99);
      window.until(() -> told(window).startsWith("Nothing differs"));
    }
  }

  /// The number of ticks that the report pairs.
  private static int pairs(WindowUnderTest window) {
    return window.context().workspace().state().document().stream()
        .flatMap(document -> document.beside().stream())
        .flatMap(beside -> beside.state().report().stream())
        .mapToInt(report -> report.alignment().count())
        .findFirst()
        .orElse(0);
  }

  @Test
  void commandAsksForTheOtherRecording() throws Exception {
    try (WindowUnderTest window = window()) {
      window.open(one);
      window.settle();
      window.answer(other);
      new UserInput(window).press("Ctrl+Shift+C");
      window.until(() ->
          window.context().workspace().state().document().flatMap(Document::beside).isPresent());
      window.onFx(() -> {
        window.context().workspace().state().active().ifPresent(window.context()::close);
        return true;
      });
      window.settle();
      assertEquals(1, window.onFx(() -> window.context().workspace().state().tabs().size()));
    }
  }
}
