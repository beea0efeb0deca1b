package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// During playback, the scene and the panels show the same tick in every frame.
class PlayingInStepTest {
  private static final int TICKS = 8 * SyntheticRecording.TRIAL;

  /// The number of frames after which panels no longer wait for a picture.
  private static final int LATE = 10;

  private static final Pattern PLACE = Pattern.compile("[Tt]rial (\\d+) tick (\\d+)");

  @TempDir private Path folder;

  /// The painted content of a frame.
  ///
  /// @param scene tick in the scene's text
  /// @param sentence tick in the sentence of the Tick panel
  /// @param reward sum of the first agent's rewards in the Agents panel
  private record PaintedFrame(int scene, int sentence, double reward) {
    boolean apart() {
      return sentence != scene || Math.abs(reward - rewardBy(scene)) > 1e-4;
    }
  }

  private final List<PaintedFrame> frames = new CopyOnWriteArrayList<>();
  private WindowUnderTest window;
  private Document document;

  @BeforeEach
  void openWithBothPanelsInFront() throws TimeoutException {
    window = new WindowUnderTest(Preferences.INITIAL);
    document = window.open(SyntheticRecording.write(folder.resolve("a.rollout"), 2, TICKS));
    window.onFx(() -> {
      for (String panel : List.of("agents", "tick")) {
        PaneId pane = PaneId.of(panel);
        document.layout().send(new LayoutCommand.Open(pane, PaneKinds.home(panel)));
        document.layout().send(new LayoutCommand.Show(pane));
      }
      return true;
    });
    window.settle();
    Node scene = window.find("scene", Node.class);
    Label sentence = window.find("sentence", Label.class);
    TableView<?> agents = window.find("agents", TableView.class);
    TableColumn<?, ?> reward =
        window.onFx(() ->
            agents.getColumns().stream()
                .filter(column -> column.getText().equals("Total reward"))
                .findFirst()
                .orElseThrow());
    window.onFx(() -> {
      window
          .stage()
          .getScene()
          .addPostLayoutPulseListener(() ->
              frames.add(
                  new PaintedFrame(
                      tick(scene.getAccessibleText()),
                      tick(sentence.getText()),
                      (Double) reward.getCellData(0))));
      return true;
    });
  }

  @AfterEach
  void close() {
    window.close();
  }

  @Test
  void theSceneAndThePanelsShowTheSameTickInEveryFrame() throws TimeoutException {
    play();
    window.until(() -> frames.size() >= 200);
    List<PaintedFrame> seen = List.copyOf(frames);

    long moved = seen.stream().mapToInt(PaintedFrame::scene).distinct().count();
    assertTrue(moved >= 30, moved + " ticks were shown");
    assertEquals(0, apart(seen), seen::toString);
    assertTrue(apart(aFrameLater(seen)) > 20, "panels that are a frame behind would be counted");
  }

  @Test
  void panelsGoOnWithTheCursorWhereThePictureDoesNotCome() throws TimeoutException {
    Runnable goOn = window.holdScenes();
    try {
      play();
      window.until(() -> frames.stream().anyMatch(PaintedFrame::apart));
    } finally {
      goOn.run();
    }
    assertEquals(0, apart(List.copyOf(frames)), "not before the picture was late");
    window.onFx(() -> {
      document.timeline().send(new TimelineCommand.TogglePlay());
      return true;
    });
    window.settle();
    PaintedFrame last = frames.getLast();
    assertTrue(!last.apart(), last::toString);
    assertEquals(window.onFx(() -> document.timeline().state().tick()), last.scene());
  }

  private void play() {
    window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Loop(document.timeline().state().axis().all()));
      document.timeline().send(new TimelineCommand.Speed(4));
      document.timeline().send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
      return true;
    });
  }

  /// The number of frames in which a panel and the scene show different ticks although the picture
  /// is not late.
  private static int apart(List<PaintedFrame> seen) {
    int count = 0;
    int still = 0;
    for (int i = 0; i < seen.size(); i++) {
      still = i > 0 && seen.get(i).scene == seen.get(i - 1).scene ? still + 1 : 0;
      count += seen.get(i).apart() && still < LATE ? 1 : 0;
    }
    return count;
  }

  /// The same scenes with the panels of the previous frame.
  private static List<PaintedFrame> aFrameLater(List<PaintedFrame> seen) {
    List<PaintedFrame> later = new ArrayList<>();
    for (int i = 1; i < seen.size(); i++) {
      PaintedFrame before = seen.get(i - 1);
      later.add(new PaintedFrame(seen.get(i).scene, before.sentence, before.reward));
    }
    return later;
  }

  private static int tick(String words) {
    Matcher place = PLACE.matcher(words);
    assertTrue(place.find(), words);
    return (Integer.parseInt(place.group(1)) - 1) * SyntheticRecording.TRIAL
        + Integer.parseInt(place.group(2));
  }

  /// The first agent's total reward in [SyntheticRecording], including the tick's own reward.
  private static double rewardBy(int tick) {
    double sum = 0;
    for (int t = 0; t <= tick; t++) {
      sum += (float) Math.sin(t / 9.0);
    }
    return sum;
  }
}
