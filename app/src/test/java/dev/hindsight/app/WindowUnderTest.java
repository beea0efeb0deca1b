package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.fx.PlaybackClock;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.window.MainWindow;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.PreparedFileDialogs;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// The whole window on the headless platform; file choosers give prepared answers.
public final class WindowUnderTest implements AutoCloseable {
  /// Nothing takes that long, except on a busy machine.
  private static final int PATIENCE_SECONDS = 120;

  /// A job may request a scene, and a scene another job; a followed recording is checked forever.
  private static final int ROUNDS = 5;

  private final Tasks tasks = new Tasks(3);
  private final Worker scenes = new Worker("scenes");
  private final PreparedFileDialogs files = new PreparedFileDialogs();
  private final CompositionRoot compositionRoot;
  private final Optional<TemporaryFolder> own;

  /// Opens the window with stored settings, but without stored layouts.
  public WindowUnderTest(Preferences remembered) throws TimeoutException {
    this(remembered, new TemporaryFolder("config"));
  }

  private WindowUnderTest(Preferences remembered, TemporaryFolder own) throws TimeoutException {
    this(remembered, own.path(), Optional.of(own));
  }

  /// Opens the window with stored settings.
  ///
  /// @param folder the folder for layouts
  public WindowUnderTest(Preferences remembered, Path folder) throws TimeoutException {
    this(remembered, folder, Optional.empty());
  }

  private WindowUnderTest(Preferences remembered, Path folder, Optional<TemporaryFolder> own)
      throws TimeoutException {
    this.own = own;
    FxToolkit.registerPrimaryStage();
    compositionRoot =
        onFx(() -> {
          // As in a start, the window is there before its contents.
          MainWindow window = new MainWindow(remembered.window(), remembered.theme());
          window.show();
          return new CompositionRoot(window, remembered, tasks, scenes, _ -> files, folder);
        });
    onFx(() -> {
      compositionRoot.show(() -> {});
      return true;
    });
  }

  /// Answers the next question for a file.
  public void answer(Path file) {
    files.answer(file);
  }

  /// What other programs were asked to open so far.
  public List<Path> launched() {
    return files.launched();
  }

  /// What every part of the window uses; for the FX thread.
  public WindowContext context() {
    return compositionRoot.context();
  }

  /// The window.
  public Stage stage() {
    return compositionRoot.stage();
  }

  /// Runs a command, as its menu entry does; on the FX thread.
  public void command(String id) {
    compositionRoot.command(id);
  }

  /// Does what a start with files on the command line does.
  void begin(List<Path> files) {
    onFx(() -> {
      DesktopWindow.first(files).accept(compositionRoot);
      return true;
    });
  }

  /// Restores the last session; on the FX thread.
  void restore() {
    compositionRoot.restore();
  }

  /// Advances time as a frame does; on the FX thread.
  void frame(double seconds) {
    compositionRoot.frame(seconds);
  }

  /// Opens a recording and waits until everything visible has arrived.
  public Document open(Path file) throws TimeoutException {
    onFx(() -> {
      context().open(file);
      return true;
    });
    until(() -> context().workspace().state().document().isPresent());
    untilComplete();
    return onFx(() -> context().workspace().state().document().orElseThrow());
  }

  /// Opens two recordings under one cursor and waits until they are complete.
  public Document compare(Path one, Path other) throws TimeoutException {
    onFx(() -> {
      context().compare(one, other);
      return true;
    });
    until(() -> context().workspace().state().document().isPresent());
    untilComplete();
    return onFx(() -> context().workspace().state().document().orElseThrow());
  }

  /// A part of the window by its id.
  public <T extends Node> T find(String id, Class<T> type) {
    return onFx(() -> type.cast(seek(id).orElseThrow(() -> new AssertionError("no #" + id))));
  }

  /// Presses a button.
  public void press(String id) {
    onFx(() -> {
      find(id, ButtonBase.class).fire();
      return true;
    });
  }

  /// Types into a field, in place of what it holds.
  public void type(String id, String typed) {
    onFx(() -> {
      find(id, TextField.class).setText(typed);
      return true;
    });
  }

  /// What a label or button says.
  public String words(String id) {
    return onFx(() -> find(id, Labeled.class).getText());
  }

  /// Whether the window has such a part now.
  public boolean has(String id) {
    return onFx(() -> seek(id).isPresent());
  }

  /// JavaFX's own lookup reads a dot in an id as a style class.
  private Optional<Node> seek(String id) {
    return seek(stage().getScene().getRoot(), id);
  }

  private static Optional<Node> seek(Node from, String id) {
    if (id.equals(from.getId())) {
      return Optional.of(from);
    }
    return from instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream()
            .flatMap(child -> seek(child, id).stream())
            .findFirst()
        : Optional.empty();
  }

  /// Whether the scenes of the front recording have been built; on the FX thread.
  boolean drawn() {
    return compositionRoot.drawn();
  }

  /// Runs work on the FX thread and waits for its result.
  public <T> T onFx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000L, work);
  }

  /// Waits until a condition holds on the FX thread.
  public void until(Callable<Boolean> condition) throws TimeoutException {
    WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> onFx(condition));
    WaitForAsyncUtils.waitForFxEvents();
  }

  /// Waits until every visible pane is complete and painted.
  public void untilComplete() throws TimeoutException {
    until(compositionRoot::complete);
    frames();
  }

  /// Pauses the building of scenes.
  ///
  /// @return resumes it when run
  public Runnable holdScenes() {
    CountDownLatch gate = new CountDownLatch(1);
    scenes.execute(() -> {
      try {
        gate.await();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException(stopped);
      }
    });
    return gate::countDown;
  }

  /// Waits until everything visible has arrived, no job runs, shown or hidden, and two more frames
  /// have been painted without starting any.
  public void settle() throws TimeoutException {
    for (int round = 0; round == 0 || (round < ROUNDS && !idle()); round++) {
      until(this::idle);
      CountDownLatch drawnUp = new CountDownLatch(1);
      scenes.execute(drawnUp::countDown);
      await(drawnUp);
      frames();
    }
  }

  private boolean idle() {
    return onFx(() -> compositionRoot.complete() && context().background().idle());
  }

  private void await(CountDownLatch latch) throws TimeoutException {
    WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> latch.getCount() == 0);
  }

  /// Waits for two frames; on a busy machine they come late, whatever else the FX thread has done.
  private void frames() throws TimeoutException {
    CountDownLatch begun = new CountDownLatch(2);
    PlaybackClock clock = onFx(() -> new PlaybackClock(_ -> begun.countDown()));
    onFx(() -> {
      clock.start();
      return true;
    });
    await(begun);
    onFx(() -> {
      clock.stop();
      return true;
    });
  }

  /// The reports of all unexpected failures so far.
  public List<String> crashes() {
    return onFx(() ->
        context().notices().state().open().stream()
            .filter(Notice.Crash.class::isInstance)
            .map(Notice::text)
            .toList());
  }

  /// Closes the window; fails the test if there was an unnoticed failure.
  @Override
  public void close() {
    List<String> crashes = crashes();
    onFx(() -> {
      stage().close();
      return true;
    });
    tasks.close();
    scenes.close();
    own.ifPresent(TemporaryFolder::close);
    assertEquals(List.of(), crashes);
  }
}
