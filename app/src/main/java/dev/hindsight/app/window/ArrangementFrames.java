package dev.hindsight.app.window;

import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.film.ArrangementFrameSource;
import dev.hindsight.app.film.PictureSize;
import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.fx.OffscreenRunner;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.rollout.Span;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// The panes of a recording as they are docked, one picture per tick: a second set of panes for a
/// twin of the document, in a scene without a window.
///
/// Each frame moves the twin's cursor, waits until every panel and scene has its data, and takes a
/// picture; so the same tick gives the same pixels as long as frames are painted in order. It
/// occupies the FX thread for one layout or one picture at a time, never while waiting.
public final class ArrangementFrames implements ArrangementFrameSource {
  /// Pictures in a row that must be equal before the first frame counts as settled: a panel reads,
  /// then fills its table, and the table places its scroll bar in yet another layout.
  private static final int EQUAL_PICTURES = 3;

  /// Layouts before each picture, more than any pane needs: a table is laid out once for its rows,
  /// once for their scroll bar, and once for the columns beside it. One that changes nothing is
  /// cheap.
  private static final int LAYOUTS = 6;

  /// The most rounds the first frame waits for that. A pane that never rests must not stop a film.
  private static final int MOST_ROUNDS = 40;

  private final Document twin;
  private final WindowContext window;
  private final Span ticks;
  private final PictureSize size;
  private final OffscreenRunner offscreenRunner = OffscreenRunner.begin();
  private Optional<Open> open = Optional.empty();

  /// The panes, and the scene and images they are painted in.
  private record Open(DocumentPane pane, Scene scene, WritableImage image, BufferedImage pixels) {}

  private ArrangementFrames(Document twin, WindowContext window, Span ticks, PictureSize size) {
    this.twin = twin;
    this.window = window;
    this.ticks = ticks;
    this.size = size;
  }

  /// Copies the current state and arrangement of all views. FX thread.
  public static ArrangementFrameSource of(
      WindowContext window, Document document, Span ticks, PictureSize size) {
    return new ArrangementFrames(document.twin(document.layout().state()), window, ticks, size);
  }

  @Override
  public int frames() {
    return ticks.ticks();
  }

  @Override
  public void paint(int frame, BufferedImage target) {
    boolean first = open.isEmpty();
    Open panes = open.orElseGet(this::begin);
    open = Optional.of(panes);
    OffscreenRunner.onFx(() -> {
      twin.timeline().send(new TimelineCommand.Seek((long) ticks.from() + frame));
      return true;
    });
    while (!panes.pane.complete()) {
      lay(panes);
      offscreenRunner.settle();
    }
    settle(panes);
    photograph(panes);
    int equal = 1;
    for (int round = 0; first && equal < EQUAL_PICTURES && round < MOST_ROUNDS; round++) {
      int[] before = numbers(panes).clone();
      settle(panes);
      photograph(panes);
      equal = Arrays.equals(before, numbers(panes)) ? equal + 1 : 1;
    }
    Graphics2D g = target.createGraphics();
    g.drawImage(panes.pixels, 0, 0, target.getWidth(), target.getHeight(), null);
    g.dispose();
  }

  /// Lays out a fixed number of times, because how many layouts came before depends on how fast the
  /// data came.
  private void settle(Open panes) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
      lay(panes);
      offscreenRunner.settle();
    }
  }

  private void photograph(Open panes) {
    OffscreenRunner.onFx(() -> {
      panes
          .scene
          .snapshot(panes.image)
          .getPixelReader()
          .getPixels(
              0,
              0,
              size.width(),
              size.height(),
              PixelFormat.getIntArgbInstance(),
              numbers(panes),
              0,
              size.width());
      return true;
    });
  }

  private static int[] numbers(Open panes) {
    return ((DataBufferInt) panes.pixels.getRaster().getDataBuffer()).getData();
  }

  private Open begin() {
    return OffscreenRunner.onFx(() -> {
      WindowContext apart =
          window.detached(
              twin,
              trouble -> new BackgroundTasks(offscreenRunner.tasks(), FxThread::later, trouble));
      CommandSet commands =
          Shell.commands(
              apart,
              new NoShellActions(),
              () -> {
                throw new IllegalStateException("a film has no driver");
              });
      DocumentPane pane =
          new DocumentPane(
              twin,
              commands,
              apart,
              new SceneThreads(offscreenRunner.scenes()::execute, FxThread::run),
              window.preferences().state().theme());
      commands.show(CommandSet.WindowContent.A_RECORDING);
      return new Open(
          pane,
          new Scene(pane, size.width(), size.height()),
          new WritableImage(size.width(), size.height()),
          new BufferedImage(size.width(), size.height(), BufferedImage.TYPE_INT_RGB));
    });
  }

  private static void lay(Open panes) {
    OffscreenRunner.onFx(() -> {
      panes.pane.frame();
      panes.pane.applyCss();
      panes.pane.layout();
      return true;
    });
  }

  @Override
  public void close() {
    open.ifPresent(panes ->
        OffscreenRunner.onFx(() -> {
          panes.pane.close();
          window.leave(twin);
          return true;
        }));
    offscreenRunner.close();
  }
}
