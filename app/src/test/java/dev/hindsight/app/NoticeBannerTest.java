package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.notices.Notice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;

/// What the banner shows, for how long, and which actions it offers.
class NoticeBannerTest extends SampleWindowTest {
  private static final Notice.Trouble TROUBLE =
      new Notice.Trouble("the disk is full", "/data", "make room");

  @Test
  void successGoesByItselfAndTroubleStays() {
    raise(TROUBLE);
    raise(new Notice.Success("Saved 3 ticks", "/tmp/x.csv"));
    frames(5);
    assertEquals(Optional.of("Saved 3 ticks"), shown());
    frames(2);
    assertEquals(Optional.of("the disk is full"), shown(), "what was behind it comes back");
    frames(1000);
    assertEquals(Optional.of("the disk is full"), shown());
  }

  @Test
  void whatSomebodyLooksAtStays() throws TimeoutException {
    raise(new Notice.Success("Saved 3 ticks", "/tmp/x.csv"));
    frames(5);
    hands.press("Alt+Shift+M");
    frames(20);
    assertEquals(Optional.of("Saved 3 ticks"), shown(), "the keyboard is on it");
    window.onFx(() -> {
      window.stage().getScene().getRoot().requestFocus();
      return true;
    });
    frames(5);
    assertEquals(Optional.of("Saved 3 ticks"), shown(), "the time begins anew");
    frames(2);
    assertEquals(Optional.empty(), shown());
  }

  @Test
  void aResultIsOpenedAndItsFolderShownFromTheBanner() throws TimeoutException {
    Path film = folder.resolve("x.gif").toAbsolutePath();
    raise(Notice.Success.in(film, "Saved: 12 frames"));
    press("notice.open");
    press("notice.folder");
    window.settle();
    assertEquals(List.of(film, film.getParent()), window.launched());
    String spoken =
        window.onFx(() ->
            window
                .find("notices", Region.class)
                .getChildrenUnmodifiable()
                .getFirst()
                .getAccessibleText());
    assertTrue(spoken.contains("Saved: 12 frames") && spoken.contains("x.gif"), spoken);
  }

  @Test
  void aRunThatWaitsStaysUntilItIsPutAway() {
    raise(new Notice.Waiting("The run is paused", "Press Continue to resume."));
    frames(1000);
    assertEquals(Optional.of("The run is paused"), shown());
    press("notice.dismiss");
    assertEquals(Optional.empty(), shown());
  }

  private void press(String button) {
    window.onFx(() -> {
      window.find(button, Button.class).fire();
      return true;
    });
  }

  private void raise(Notice notice) {
    window.onFx(() -> {
      window.context().raiseNotice(notice);
      return true;
    });
  }

  /// Runs frames of half a second each.
  private void frames(double seconds) {
    window.onFx(() -> {
      for (int frame = 0; frame < 2 * seconds; frame++) {
        window.frame(0.5);
      }
      return true;
    });
  }

  private Optional<String> shown() {
    return window.onFx(() -> window.context().notices().state().shown().map(Notice::headline));
  }
}
