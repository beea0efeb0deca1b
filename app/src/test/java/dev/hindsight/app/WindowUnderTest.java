package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.fx.FileDialogs;
import dev.hindsight.app.fx.PlaybackClock;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.stage.Stage;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// The whole window on the headless platform; file choosers answer with what was put in beforehand.
public final class WindowUnderTest implements AutoCloseable {
  /// Nothing takes that long; a machine that is busy with something else may.
  private static final int PATIENCE_SECONDS = 120;

  /// A job may ask for a scene, and what that shows for another job; a recording that is followed
  /// is looked at for ever.
  private static final int ROUNDS = 5;

  private final Tasks tasks = new Tasks(3);
  private final Worker scenes = new Worker("scenes");
  private final Queue<Path> answers = new ArrayDeque<>();
  private final Queue<Path> launched = new ConcurrentLinkedQueue<>();
  private final CompositionRoot compositionRoot;
  private final Optional<TemporaryFolder> own;

  /// Opens the window with what it would remember, except for layouts, of which there are none.
  public WindowUnderTest(Preferences remembered) throws TimeoutException {
    this(remembered, new TemporaryFolder("config"));
  }

  private WindowUnderTest(Preferences remembered, TemporaryFolder own) throws TimeoutException {
    this(remembered, own.path(), Optional.of(own));
  }

  /// Opens the window with what it would remember.
  ///
  /// @param folder where layouts are remembered
  public WindowUnderTest(Preferences remembered, Path folder) throws TimeoutException {
    this(remembered, folder, Optional.empty());
  }

  private WindowUnderTest(Preferences remembered, Path folder, Optional<TemporaryFolder> own)
      throws TimeoutException {
    this.own = own;
    FxToolkit.registerPrimaryStage();
    compositionRoot =
        onFx(() ->
            new CompositionRoot(
                remembered, tasks, scenes, _ -> new CannedDialogs(answers, launched), folder));
    onFx(() -> {
      compositionRoot.show(() -> {});
      return true;
    });
  }

  /// The next question for a file is answered with this.
  public void answer(Path file) {
    answers.add(file);
  }

  /// What was handed to other programs so far.
  public List<Path> launched() {
    return List.copyOf(launched);
  }

  /// What every part of the window works with; to be used on the FX thread.
  public WindowContext context() {
    return compositionRoot.context();
  }

  /// The window.
  public Stage stage() {
    return compositionRoot.stage();
  }

  /// Gives a command, as its menu entry does; on the FX thread.
  public void command(String id) {
    compositionRoot.command(id);
  }

  /// Opens what was open last time; on the FX thread.
  void restore() {
    compositionRoot.restore();
  }

  /// Lets time pass, as a frame does; on the FX thread.
  void frame(double seconds) {
    compositionRoot.frame(seconds);
  }

  /// Opens a recording and waits until all of it that can be seen is there.
  public Document open(Path file) throws TimeoutException {
    onFx(() -> {
      context().open(file);
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

  /// Whether the window has such a part now.
  public boolean has(String id) {
    return onFx(() -> seek(id).isPresent());
  }

  /// JavaFX's own lookup takes a dot in an id for a style class.
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

  /// Whether the scenes of the recording in front have been drawn up; on the FX thread.
  boolean drawn() {
    return compositionRoot.drawn();
  }

  /// Runs on the FX thread and waits for the answer.
  public <T> T onFx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000L, work);
  }

  /// Waits until something is so on the FX thread.
  public void until(Callable<Boolean> condition) throws TimeoutException {
    WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> onFx(condition));
    WaitForAsyncUtils.waitForFxEvents();
  }

  /// Waits until every pane that can be seen is there and has been painted.
  public void untilComplete() throws TimeoutException {
    until(compositionRoot::complete);
    frames();
  }

  /// Has whoever draws up scenes wait.
  ///
  /// @return has it go on
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

  /// Waits until all that can be seen is there, no job runs, seen or unseen, and two more frames
  /// have been painted that started none.
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

  /// The reports of everything unexpected that happened so far.
  public List<String> crashes() {
    return onFx(() ->
        context().notices().state().open().stream()
            .filter(Notice.Crash.class::isInstance)
            .map(Notice::text)
            .toList());
  }

  /// Closes the window; whatever went wrong unnoticed fails the test.
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

  /// Choosers that do not ask.
  private record CannedDialogs(Queue<Path> answers, Queue<Path> launched) implements FileDialogs {
    @Override
    public Optional<Path> open(String title, List<Kind> kinds) {
      return Optional.ofNullable(answers.poll());
    }

    @Override
    public Optional<Path> save(String title, Kind kind, Path suggestion) {
      return Optional.ofNullable(answers.poll());
    }

    @Override
    public void launch(Path what) {
      launched.add(what);
    }
  }
}
