package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.JavaFxToolkit;
import dev.hindsight.app.fx.OffscreenRunner;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.MainWindow;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.Region;

/// The whole window on the headless platform, painted in software and driven step by step from
/// another thread: for pictures and measurements. One at a time.
///
/// Its content has a scene of its own of any size, because the headless screen has 1000 by 1000
/// pixels and cannot show a larger window. Every [#picture] lays out and paints everything, even
/// what has not changed.
final class OffscreenWindow implements AutoCloseable {
  /// Empty at first: every recording opens in its default layout.
  private final TemporaryFolder layouts = new TemporaryFolder("layouts");

  private final OffscreenRunner offscreenRunner = OffscreenRunner.begin();
  private final CompositionRoot compositionRoot;
  private final Scene scene;
  private final WritableImage image;

  /// @param width of the content, in pixels
  /// @param height of the content, in pixels
  OffscreenWindow(Preferences remembered, int width, int height) {
    Preferences small = remembered.with(WindowSize.SMALLEST);
    compositionRoot =
        onFx(() ->
            new CompositionRoot(
                new MainWindow(small.window(), small.theme()),
                small,
                offscreenRunner.tasks(),
                offscreenRunner.scenes(),
                _ -> new NoDialogs(),
                layouts.path()));
    image = new WritableImage(width, height);
    scene =
        onFx(() -> {
          Parent root = compositionRoot.stage().getScene().getRoot();
          compositionRoot.stage().getScene().setRoot(new Region());
          compositionRoot.show(() -> {});
          return new Scene(root, width, height);
        });
  }

  /// Starts JavaFX; once per process.
  static void start() {
    CompletableFuture<Boolean> up = new CompletableFuture<>();
    JavaFxToolkit.startHeadless(() -> up.complete(true));
    up.join();
  }

  /// Runs work on the FX thread and waits for its result.
  static <T> T onFx(Callable<T> work) {
    return OffscreenRunner.onFx(work);
  }

  /// What every part of the window uses; for the FX thread.
  WindowContext context() {
    return compositionRoot.context();
  }

  /// Opens a recording; returns when it is in a tab and its scene is built.
  Document open(Path file) {
    return opened(file, () -> context().open(file));
  }

  /// Opens two recordings under one cursor; returns when they are compared and built.
  Document compare(Path one, Path other) {
    return opened(one, () -> context().compare(one, other));
  }

  private Document opened(Path file, Runnable opening) {
    onFx(() -> {
      opening.run();
      return file;
    });
    awaitJobs();
    Document document =
        onFx(() -> context().workspace().state().document())
            .orElseThrow(() ->
                new Problem(
                    wording("OffscreenWindow.it_was_not_opened"),
                    file.toString(),
                    wording("OffscreenWindow.see_what_hindsight_info_says_about")));
    do {
      picture();
      settle();
    } while (!onFx(compositionRoot::complete));
    return document;
  }

  /// Waits until all jobs have ended and delivered their results.
  void awaitJobs() {
    offscreenRunner.awaitJobs();
  }

  /// Waits until scenes are built and have arrived.
  void awaitScenes() {
    offscreenRunner.awaitScenes();
  }

  /// Waits until nothing is pending.
  void settle() {
    offscreenRunner.settle();
  }

  /// Lays out and paints everything; the next call overwrites the image.
  WritableImage picture() {
    return onFx(() -> {
      compositionRoot.frame(0);
      return scene.snapshot(image);
    });
  }

  /// Whether the window contains a node with this id; for the FX thread.
  boolean holds(String id) {
    return AllPanesCheck.holds(scene.getRoot(), id);
  }

  @Override
  public void close() {
    onFx(() -> {
      compositionRoot.stage().close();
      return true;
    });
    offscreenRunner.close();
    layouts.close();
  }

  /// Answers no dialog, since no user is there.
  private record NoDialogs() implements FileDialogs {
    @Override
    public Optional<Path> open(String title, List<Kind> kinds) {
      return Optional.empty();
    }

    @Override
    public List<Path> openMany(String title, List<Kind> kinds) {
      return List.of();
    }

    @Override
    public Optional<Path> folder(String title) {
      return Optional.empty();
    }

    @Override
    public Optional<Path> save(String title, Kind kind, Path suggestion) {
      return Optional.empty();
    }

    @Override
    public void launch(Path what) {}
  }
}
