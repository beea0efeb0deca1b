package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import atlantafx.base.controls.ModalPane;
import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.notices.NoticeCommand;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the window reports about ended jobs and about failures.
class SessionWorkTest {
  @TempDir private Path folder;

  private Optional<WindowUnderTest> opened = Optional.empty();

  @BeforeEach
  void open() throws TimeoutException {
    opened = Optional.of(new WindowUnderTest(Preferences.INITIAL));
  }

  @AfterEach
  void close() {
    opened.orElseThrow().close();
  }

  @Test
  void whatWasOpenedCanBeOpenedAgainAndItsFolderShown() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    window().open(file);
    window().settle();
    press("button.view.history");
    press("ended.show.folder");
    window().until(() -> window().launched().equals(List.of(folder)));
    press("ended.open");
    window().until(() -> window().context().workspace().state().tabs().size() == 2);
    window()
        .until(() -> !((ModalPane) window().stage().getScene().lookup(".modal-pane")).isDisplay());
  }

  @Test
  void aFilmIsShownByAnotherProgram() throws TimeoutException {
    Path film = folder.resolve("a.mp4");
    start(BackgroundTask.of("Filming", (_, _) -> film, _ -> {}).withFile(made -> made));
    press("button.view.history");
    press("ended.open");
    window().until(() -> window().launched().equals(List.of(film)));
  }

  @Test
  void theErrorOfWhatFailedCanBeCopied() throws TimeoutException {
    start(
        BackgroundTask.of(
            "Recording",
            (_, _) -> {
              throw new Problem("it stalled", "the garage", "push");
            },
            _ -> {}));
    press("button.view.history");
    press("ended.copy.error");

    assertEquals(
        "the garage: it stalled - push",
        window().onFx(() -> Clipboard.getSystemClipboard().getString()));
  }

  @Test
  void anUnexpectedFailureIsShownOnceCountedAndTheWindowGoesOn()
      throws TimeoutException, IOException {
    fail();
    fail();
    window().until(() -> headline().startsWith("An unexpected error occurred 2 times"));
    Path report = folder.resolve("report.txt");
    window().answer(report);
    press("notice.save");
    window().until(() -> !window().has("notice.save"));
    assertTrue(Files.readString(report).contains("planted"));
    assertTrue(Files.readString(report).contains("This error occurred 2 times."));

    fail();
    window().settle();
    assertFalse(window().has("notice.save"), "it was put away");
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    assertEquals(20, window().open(file).rollout().ticks());
  }

  /// Panels would stay dimmed otherwise, now and then: they dim what they show after they ask for
  /// something newer.
  @Test
  void noResultArrivesBeforeTheCallThatStartsAJobReturns() throws TimeoutException {
    int within =
        window()
            .onFx(() -> {
              AtomicInteger early = new AtomicInteger();
              window().context().background().runOnOwner(early::incrementAndGet);
              for (int i = 0; i < 1000; i++) {
                window()
                    .context()
                    .background()
                    .startHidden("nothing", (_, _) -> true, _ -> early.incrementAndGet());
              }
              return early.get();
            });
    assertEquals(0, within);
    window().settle();
  }

  private WindowUnderTest window() {
    return opened.orElseThrow();
  }

  private String headline() {
    return window().has("notice.headline")
        ? window().onFx(() -> window().find("notice.headline", Label.class).getText())
        : "";
  }

  /// Throws on the FX thread, always at the same line.
  private void fail() {
    FxThread.run(() -> {
      throw new IllegalStateException("planted");
    });
  }

  private <T> void start(BackgroundTask<T> backgroundTask) throws TimeoutException {
    window()
        .onFx(() -> {
          window().context().background().start(backgroundTask);
          return true;
        });
    window().settle();
    window()
        .onFx(() -> {
          for (Notice notice : window().context().notices().state().open()) {
            window().context().notices().send(new NoticeCommand.Dismiss(notice));
          }
          return true;
        });
  }

  private void press(String id) throws TimeoutException {
    window().until(() -> window().has(id));
    window()
        .onFx(() -> {
          window().find(id, ButtonBase.class).fire();
          return true;
        });
  }
}
