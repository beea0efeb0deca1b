package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.WindowUnderTest;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.MenuButton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lane whose content could not be read says why and reads it again.
class UnreadLanesTest {
  private static final LaneHints.Hint GONE = LaneHints.Hint.failure("the disk is gone");

  @TempDir private Path folder;
  private WindowUnderTest window;
  private Document document;
  private LaneView lanes;

  @BeforeEach
  void openARecordingWithPartsOfTheReward() throws Exception {
    Path file =
        new RecordingPlan(
                "spread",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "random",
                0,
                Map.of(),
                folder.resolve("spread.rollout"))
            .run(Progress.SILENT, new Cancellation())
            .file();
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    document = window.open(file);
    window.until(() -> window.has("lanes"));
    lanes = window.find("lanes", LaneView.class);
    window.onFx(() -> {
      document
          .timelineModel()
          .lanes()
          .send(new LaneState.Command.Add(new LaneSource.RewardParts()));
      document.view().send(new ViewCommand.Select(0));
      return true;
    });
    window.until(() -> on(() -> lanes.sheet().rewards().isPresent()));
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
  }

  private <T> T on(Supplier<T> question) {
    return window.onFx(question::get);
  }

  private int place(LaneSource source) {
    return document.timelineModel().lanes().state().place(source);
  }

  private boolean offersToReadAgain() {
    MenuButton menu = window.find("lanes.menu", MenuButton.class);
    menu.fireEvent(new javafx.event.Event(MenuButton.ON_SHOWING));
    return menu.getItems().stream().anyMatch(item -> "lanes.again".equals(item.getId()));
  }

  @Test
  void theRewardsAreReadAgainByAClickOnTheirLane() throws TimeoutException {
    int lane = place(new LaneSource.RewardParts());
    assertFalse(on(this::offersToReadAgain));
    on(() -> {
      lanes.show(Optional.empty(), GONE);
      assertTrue(lanes.sheet().failed(lane));
      assertEquals(
          GONE,
          new RewardLanePainter()
              .paint(new Canvas().getGraphicsContext2D(), lanes.sheet(), Theme.DARK, 1, lane),
          "said where they would be");
      assertTrue(offersToReadAgain());
      lanes.clicked(lane);
      return true;
    });
    window.until(() -> on(() -> lanes.sheet().rewards().isPresent()));
    assertFalse(on(() -> lanes.sheet().failed(lane)));
  }

  @Test
  void theEventsOfAnyLaneAreReadAgainToo() throws TimeoutException {
    int lane = place(new LaneSource.Events());
    EventLog read = on(() -> lanes.sheet().events());
    assertTrue(read.count() > 0);
    on(() -> {
      lanes.showUnread(0, GONE);
      assertTrue(lanes.sheet().failed(lane));
      lanes.showBeside(OtherEvents.none(AgentNames.NONE), GONE);
      assertEquals(GONE, lanes.sheet().hints().beside());
      lanes.clicked(place(new LaneSource.Bookmarks()));
      assertEquals(EventLog.EMPTY, lanes.sheet().events(), "that lane has not failed");
      lanes.clicked(lane);
      return true;
    });
    window.until(() -> on(() -> lanes.sheet().events().count() == read.count()));
    assertFalse(on(() -> lanes.sheet().failed(lane)));
    assertTrue(on(() -> lanes.sheet().agent() != Moment.NO_AGENT));
  }
}
