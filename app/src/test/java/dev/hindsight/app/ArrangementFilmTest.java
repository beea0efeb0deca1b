package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.film.ArrangementFrameSource;
import dev.hindsight.app.film.PictureSize;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.ArrangementFrames;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.render.film.BuiltInExporters;
import dev.hindsight.render.film.ExportRequest;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// All panes of a recording, filmed without the window.
class ArrangementFilmTest {
  private static final PictureSize SIZE = new PictureSize(900, 600);
  private static final Span TICKS = Span.through(3, 6);

  @TempDir private static Path folder;

  private static WindowUnderTest window() throws Exception {
    return new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  private static Document open(WindowUnderTest window) throws Exception {
    Document document = window.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 20));
    window.settle();
    return document;
  }

  private static ArrangementFrameSource panes(WindowUnderTest window, Document document) {
    return window.onFx(() -> ArrangementFrames.of(window.context(), document, TICKS, SIZE));
  }

  private static FilmReport film(
      WindowUnderTest window, Document document, String name, Cancellation cancellation)
      throws Exception {
    ExportRequest request =
        new ExportRequest(folder.resolve(name), SIZE.width(), SIZE.height(), FrameRate.ofTick(0.1));
    try (ArrangementFrameSource panes = panes(window, document)) {
      return BuiltInExporters.named("gif")
          .export(panes, request)
          .run(Progress.SILENT, cancellation);
    }
  }

  @Test
  void sameArrangementGivesTheSameBytesAndAFrameForEachTick() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      Layout tables =
          PaneKinds.fitting(LayoutPreset.INSPECT.layout(), document.rollout().manifest());
      window.onFx(() -> {
        document.layout().send(new LayoutCommand.Arrange(tables.root()));
        document.view().send(new ViewCommand.Select(2));
        return true;
      });
      FilmReport one = film(window, document, "one.gif", new Cancellation());
      FilmReport other = film(window, document, "other.gif", new Cancellation());

      assertEquals(TICKS.ticks(), one.frames());
      assertArrayEquals(Files.readAllBytes(one.file()), Files.readAllBytes(other.file()));
      assertEquals(0, window.onFx(() -> document.timeline().state().tick()), "the cursor stays");
    }
  }

  @Test
  void framesShowTheirTicks() throws Exception {
    try (WindowUnderTest window = window();
        ArrangementFrameSource panes = panes(window, open(window))) {
      BufferedImage first = SceneRaster.canvas(SIZE.width(), SIZE.height());
      BufferedImage second = SceneRaster.canvas(SIZE.width(), SIZE.height());
      panes.paint(0, first);
      panes.paint(1, second);

      int apart = 0;
      for (int y = 0; y < SIZE.height(); y++) {
        for (int x = 0; x < SIZE.width(); x++) {
          apart += first.getRGB(x, y) == second.getRGB(x, y) ? 0 : 1;
        }
      }
      assertFalse(apart == 0, "the cursor at least has moved");
    }
  }

  /// It would fail otherwise here, where JavaFX runs already.
  @Test
  void whatDoesNotExistIsRefusedBeforeTheWindowOpens() throws Exception {
    try (WindowUnderTest window = window()) {
      FilmPlan plan =
          FilmPlan.whole(open(window).rollout().file(), folder.resolve("no.mp4")).selecting(99);

      Problem problem =
          assertThrows(
              Problem.class,
              () ->
                  new ArrangementFilm(plan, Optional.empty(), "Inspect")
                      .run(Progress.SILENT, new Cancellation()));
      assertTrue(problem.getMessage().contains("agent 99"), problem.getMessage());
    }
  }

  @Test
  void theSceneOfALayoutFollowsTheAgentThatThePlanNames() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      FilmPlan plan =
          FilmPlan.whole(document.rollout().file(), folder.resolve("no.mp4"))
              .selecting(3)
              .seenBy(new Camera.Story(2, FilmPlan.USUAL_SPAN, Camera.Up.HEADING));
      window.onFx(() -> {
        new ArrangementFilm(plan, Optional.empty(), "Inspect").look(document);
        return true;
      });
      ViewState seen = window.onFx(() -> document.view().state());
      assertEquals(3, seen.selected());
      assertEquals(new Camera.Story(2, seen.span(), Camera.Up.HEADING), seen.camera());
    }
  }

  @Test
  void cancelledFilmLeavesNothing() throws Exception {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      Cancellation cancellation = new Cancellation();
      cancellation.cancel();

      assertThrows(
          CancellationException.class, () -> film(window, document, "none.gif", cancellation));
      assertFalse(Files.exists(folder.resolve("none.gif")));
    }
  }

  @Test
  void onePaneIsNamedAsFilesOrMenusWriteIt() {
    List<PaneId> observation = List.of(PaneId.of("observation"));

    assertEquals(observation, ArrangementFilm.layout("observation").panes());
    assertEquals(observation, ArrangementFilm.layout("Observation").panes());
    assertEquals(
        List.of(PaneId.of("observation-map")), ArrangementFilm.layout("Observation map").panes());
    assertEquals(LayoutPreset.INSPECT.layout(), ArrangementFilm.layout("inspect"));
  }

  @Test
  void aLayoutOfWhichNothingAppliesSaysWhatTheRecordingLacks() throws Exception {
    Manifest blind = new MemoryRollout("toy", 2, 3, 1).manifest();
    Layout observation = ArrangementFilm.layout("observation");

    Problem problem =
        assertThrows(
            Problem.class, () -> ArrangementFilm.fitting(observation, blind, "observation"));
    assertEquals("observation", problem.where());
    String lacking = PaneKinds.missing("observation", blind).orElseThrow();
    assertEquals("no pane can be shown (" + lacking + ")", problem.what());
    assertEquals(
        List.of(PaneId.of("scene"), PaneId.of("timeline")),
        ArrangementFilm.fitting(LayoutPreset.WATCH.layout(), blind, "Watch").panes());
  }
}
