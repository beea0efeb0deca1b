package dev.hindsight.app;

import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.fx.JavaFxToolkit;
import dev.hindsight.app.fx.OpenFileEvents;
import dev.hindsight.app.link.LinkedMoment;
import dev.hindsight.app.link.MomentLink;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.PreferencesFile;
import dev.hindsight.app.window.MainWindow;
import dev.hindsight.app.workspace.FileOpener;
import dev.hindsight.trainer.ConfigFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.task.Tasks;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import javafx.geometry.Rectangle2D;
import javafx.stage.Screen;

/// The window as the command line uses it.
public final class DesktopWindow {
  /// Opening, recording, filming and training run side by side.
  private static final int AT_ONCE = 6;

  /// How long a closing window may take to store its position.
  private static final int PATIENCE_SECONDS = 2;

  private DesktopWindow() {}

  /// Whether [#open] would find a display.
  public static boolean available() {
    return JavaFxToolkit.available();
  }

  /// Opens the window with files in it and waits until it is closed. Once per process.
  ///
  /// @param files rollouts, checkpoints or maps; if empty, opens the recordings of the last session
  /// @return the exit code
  /// @throws dev.hindsight.trainer.Problem if there is no display; where a file could not be opened
  ///   on one either, of that
  public static int open(List<Path> files) {
    return checked(
        files, () -> StartBench.measureIfAsked(files).orElseGet(() -> run(first(files))));
  }

  /// Opens the window with a recording at a moment, and waits until it is closed. Once per process.
  ///
  /// @return the exit code
  /// @throws dev.hindsight.trainer.Problem as [#open]
  public static int open(MomentLink link) {
    return checked(
        List.of(link.file()), () -> run(window -> LinkedMoment.open(window.context(), link)));
  }

  /// What a new window opens: the files of the command line, or else the recordings of the last
  /// session.
  static Consumer<CompositionRoot> first(List<Path> files) {
    return files.isEmpty()
        ? CompositionRoot::restore
        : window -> files.forEach(window.context()::open);
  }

  /// Opens the window with two recordings under one cursor, and waits until it is closed. Once per
  /// process.
  ///
  /// @return the exit code
  /// @throws dev.hindsight.trainer.Problem as [#open]
  public static int compare(Path one, Path other) {
    return checked(List.of(one, other), () -> run(window -> window.context().compare(one, other)));
  }

  /// The window reads the files. If no window can open, it reports faulty files first: a display
  /// would not help with those.
  private static int checked(List<Path> files, IntSupplier window) {
    try {
      return window.getAsInt();
    } catch (Problem noWindow) {
      files.forEach(FileOpener::check);
      throw noWindow;
    }
  }

  /// Shows the window and waits until it is closed.
  ///
  /// @param first runs once the window has its contents
  /// @return the exit code
  static int run(Consumer<CompositionRoot> first) {
    return run(() -> {}, first);
  }

  /// The same for whoever measures the start.
  ///
  /// @param appeared runs once the window is there, still empty
  static int run(Runnable appeared, Consumer<CompositionRoot> first) {
    CompletableFuture<CompositionRoot> shown = new CompletableFuture<>();
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    GracefulShutdown.awaiting(
        () -> ask(shown, closed), () -> untilClosed(appeared, first, shown, closed));
    // Not among the things awaited: in an ending process, JavaFX waits for its own end here.
    JavaFxToolkit.stop();
    return 0;
  }

  /// A request from outside ends the window as the user would, stopping its jobs and storing its
  /// position. JavaFX ends at the same time, and may already have stopped the thread that knows the
  /// position.
  private static void ask(
      CompletableFuture<CompositionRoot> shown, CompletableFuture<Boolean> closed) {
    var _ =
        shown.thenAccept(window ->
            FxThread.run(() -> {
              window.end();
              closed.complete(true);
            }));
    var _ = closed.completeOnTimeout(true, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /// The window first appears empty, twice as early as its contents, so that the user sees at once
  /// that the program is starting. The system paints its background meanwhile.
  private static boolean untilClosed(
      Runnable appeared,
      Consumer<CompositionRoot> first,
      CompletableFuture<CompositionRoot> shown,
      CompletableFuture<Boolean> closed) {
    try (Tasks tasks = new Tasks(AT_ONCE);
        Worker scenes = new Worker("scenes");
        WarmUp warmUp = new WarmUp()) {
      // Read in parallel with the toolkit's start; even to load what reads them takes time.
      CompletableFuture<Preferences> read =
          CompletableFuture.supplyAsync(
              () -> new PreferencesFile(ConfigFolder.locate()).read(), scenes::execute);
      warmUp.begin();
      JavaFxToolkit.start(warmUp::toolkitStarted);
      Preferences remembered = read.join();
      FxThread.run(() -> {
        try {
          Preferences fitting = fitting(remembered);
          MainWindow window = new MainWindow(fitting.window(), fitting.theme());
          window.show();
          appeared.run();
          CompositionRoot root = composed(window, fitting, tasks, scenes);
          root.show(() -> closed.complete(true));
          warmUp.composed();
          shown.complete(root);
          OpenFileEvents.listen(files -> files.forEach(root.context()::open));
          first.accept(root);
        } catch (RuntimeException | Error failure) {
          closed.completeExceptionally(failure);
        }
      });
      return closed.join();
    }
  }

  /// What is remembered, with a window that fits on the screen.
  private static Preferences fitting(Preferences remembered) {
    Rectangle2D free = Screen.getPrimary().getVisualBounds();
    return remembered.with(remembered.window().within(free.getWidth(), free.getHeight()));
  }

  private static CompositionRoot composed(
      MainWindow window, Preferences remembered, Tasks tasks, Worker scenes) {
    return new CompositionRoot(
        window, remembered, tasks, scenes, CompositionRoot::systemDialogs, ConfigFolder.locate());
  }
}
