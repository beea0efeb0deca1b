package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.workspace.ComparedRecording;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOutcome;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Tone;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.layout.Region;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.controlsfx.control.RangeSlider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user finds out what would have avoided a collision, from the first sample to a film: stops at
/// the first collision with a breakpoint, goes back five ticks, makes the car brake, runs on, sees
/// that the collision is gone and the score has changed, and films both side by side. Also takes
/// the pictures for the documentation.
class BrakingInTimeTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  /// Acceleration -4 m/s², steering straight: the seventh of thirteen columns of the first row.
  private static final int BRAKE = 6;

  private static final int COLUMNS = 13;
  private static final int TICKS_BACK = 5;

  /// One second, the default.
  private static final int HELD = 10;

  private static final int FILMED = 24;

  /// In metres across.
  private static final double NEAR = 45;

  @TempDir private Path home;

  @Test
  void aCarThatBrakesBeforeTheFirstCollisionIsNotHit() throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    Path gif = home.resolve("both.gif");
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(user.window, PICTURES, "dark", 1280, 800);
      user.openCrossing();
      Document document = user.opened(1);

      breakAtCollisions(user);
      user.input.press("F8");
      int agent = user.window.onFx(() -> document.view().state().selected());
      int collision = user.tick(document);
      assertEquals(collision, firstCollision(document.rollout()), "the first one there is");
      assertTrue(collides(document.rollout(), agent, collision));
      user.window.onFx(() -> {
        document
            .view()
            .send(new ViewCommand.SetCamera(new Camera.Follow(agent, NEAR, Camera.Up.NORTH)));
        return true;
      });
      windowScreenshots.take("time-machine-1-breakpoint");

      for (int i = 0; i < TICKS_BACK; i++) {
        user.input.press("Left");
      }
      user.show(document, "action");
      brake(user);
      assertEquals(
          HELD,
          user.window.onFx(
              () -> user.window.find("branch.pending.hold.0", Spinner.class).getValue()));
      windowScreenshots.take("time-machine-2-change");

      user.input.click(user.window.find("branch.run", Button.class));
      Document both = user.opened(2);
      Branch made = user.made(document, 1);
      Counterpart beside = compared(user, both);
      assertEquals(collision - TICKS_BACK, user.tick(both), "where they part");
      assertEquals(agent, user.window.<Integer>onFx(() -> both.view().state().selected()));
      assertBraked(beside.other(), agent, collision - TICKS_BACK);
      assertEquals(-1, firstCollision(beside.other()), "nobody is hit any more");
      assertScores(user, made);
      for (int i = 0; i < TICKS_BACK + 3; i++) {
        user.input.press("Right");
      }
      assertGhosts(user, both);
      windowScreenshots.take("time-machine-3-branch");

      user.window.answer(gif);
      film(user, collision, windowScreenshots);
      user.window.until(() -> Files.exists(gif));
      user.window.settle();
      assertFilm(gif);
      assertEquals(List.of(), windowScreenshots.cutOff());
    }
  }

  private static void breakAtCollisions(TimeMachineUser user) throws TimeoutException {
    user.input.press("Ctrl+B");
    MenuButton ready = user.window.find("breakpoint.ready", MenuButton.class);
    user.window.until(() -> !ready.getItems().isEmpty());
    user.window.onFx(() -> {
      ready.getItems().stream()
          .filter(item -> item.getText().startsWith("Collision"))
          .forEach(MenuItem::fire);
      return true;
    });
    user.window.settle();
  }

  /// A double click in the grid of actions.
  private static void brake(TimeMachineUser user) throws TimeoutException {
    user.window.until(() -> user.window.has("action.grid"));
    user.window.settle();
    Region grid = user.window.find("action.grid", Region.class);
    double left = 52;
    double cell = user.window.onFx(() -> (grid.getWidth() - left - 2) / COLUMNS);
    double lowestRow = user.window.onFx(() -> grid.getHeight() - 34);
    user.input.clickTwice(grid, left + (BRAKE + 0.5) * cell, lowestRow);
  }

  private static Counterpart compared(TimeMachineUser user, Document both) throws TimeoutException {
    Counterpart beside = both.beside().orElseThrow();
    user.window.until(() -> beside.state().report().isPresent());
    user.window.settle();
    return beside;
  }

  private static void assertBraked(Rollout branch, int agent, int from) {
    Channel action = branch.channel("action").orElseThrow();
    for (int tick = from; tick < from + HELD; tick++) {
      assertEquals(BRAKE, (int) action.value(tick, agent), "at " + tick);
    }
  }

  /// Checks the notice, the tree, and the table of differences.
  private static void assertScores(TimeMachineUser user, Branch made) {
    BranchOutcome score = made.score().orElseThrow();
    assertEquals(0, score.after().collisions());
    assertTrue(score.before().collisions() > 0);
    assertTrue(
        score.after().trialScores().getFirst() > score.before().trialScores().getFirst(),
        score.words());
    assertTrue(user.noticeText().contains(score.words()), user.noticeText());
    String words =
        user.window.onFx(() -> user.window.find("differences-sentence", Label.class).getText());
    assertTrue(words.startsWith("They diverge at tick"), words);
    ComparisonReport report =
        user.window.onFx(() ->
            user.window
                .context()
                .workspace()
                .state()
                .document()
                .flatMap(Document::beside)
                .flatMap(beside -> beside.state().report())
                .orElseThrow());
    assertFalse(report.differing().isEmpty());
  }

  /// Each of the two scenes shows the other's bodies as outlines.
  private static void assertGhosts(TimeMachineUser user, Document both) {
    for (ComparedRecording comparedRecording : ComparedRecording.values()) {
      List<Mark> marks =
          user.window.onFx(() ->
              both.sketch(comparedRecording)
                  .orElseThrow()
                  .at(both.moment(comparedRecording), Set.of(Overlay.GHOSTS)));
      assertTrue(
          marks.stream().anyMatch(mark -> mark instanceof Mark.Box box && box.tone() == Tone.GHOST),
          "no ghost in " + comparedRecording);
    }
  }

  private static void film(TimeMachineUser user, int collision, WindowScreenshots windowScreenshots)
      throws TimeoutException, IOException {
    user.input.press("Ctrl+E");
    user.choose("film.kind", "Animation");
    user.choose("film.what", "Both");
    user.window.onFx(() -> {
      RangeSlider range = user.window.find("range", RangeSlider.class);
      range.setLowValue(collision - TICKS_BACK);
      range.setHighValue(collision - TICKS_BACK + FILMED - 1.0);
      return true;
    });
    windowScreenshots.take("time-machine-4-film");
    user.window.onFx(() -> {
      user.window.find("film.size", ComboBox.class).getEditor().setText("640 x 180");
      return true;
    });
    user.input.click(user.window.find("film.export", Button.class));
  }

  /// The two halves are equal at first and different at the end.
  private static void assertFilm(Path gif) throws IOException {
    try (ImageInputStream bytes = ImageIO.createImageInputStream(gif.toFile())) {
      ImageReader reader = ImageIO.getImageReaders(bytes).next();
      reader.setInput(bytes);
      assertEquals(FILMED, reader.getNumImages(true));
      BufferedImage first = reader.read(0);
      assertEquals(640, first.getWidth());
      double same = apart(first);
      double parted = apart(reader.read(FILMED - 1));
      assertTrue(parted > 1.2 * same, parted + " after " + same);
    }
  }

  /// The mean colour difference between the two halves, below the file names.
  private static double apart(BufferedImage image) {
    int half = image.getWidth() / 2;
    long sum = 0;
    for (int y = 40; y < image.getHeight() - 20; y++) {
      for (int x = 4; x < half - 4; x++) {
        sum += Math.abs((image.getRGB(x, y) & 255) - (image.getRGB(x + half, y) & 255));
      }
    }
    return sum / (double) half / image.getHeight();
  }

  private static int firstCollision(Rollout rollout) {
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        if (collides(rollout, agent, tick)) {
          return tick;
        }
      }
    }
    return -1;
  }

  private static boolean collides(Rollout rollout, int agent, int tick) {
    Channel event = rollout.channel("event").orElseThrow();
    return ((int) event.value(tick, agent) & EventBits.COLLISION) != 0;
  }
}
