package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SceneFramesTest {
  private static final int TICKS = 40;

  @TempDir private Path folder;

  @Test
  void frameNIsTickFromPlusN() {
    Rollout rollout = driving();
    BufferedImage filmed = paint(frames(rollout, 10, 20, Shot.wholeMap()), 3);
    BufferedImage drawn =
        new SceneRaster(new PoseSketch(), Palette.DARK)
            .image(
                new Moment(rollout, 13, Moment.NO_AGENT),
                Shot.wholeMap().overlays(),
                new Camera.WholeMap(),
                320,
                180);
    assertArrayEquals(bytes(drawn), bytes(filmed));
  }

  @Test
  void aFrameDoesNotDependOnWhatWasPaintedBefore() {
    Shot follow = new Shot(new Camera.Follow(1, 40, Camera.Up.HEADING), Set.of(), 1);
    SceneFrames busy = frames(driving(), 0, TICKS, follow);
    paint(busy, 30);
    paint(busy, 2);
    assertArrayEquals(
        bytes(paint(frames(driving(), 0, TICKS, follow), 17)), bytes(paint(busy, 17)));
  }

  @Test
  void somethingMoves() {
    SceneFrames frames = frames(driving(), 0, TICKS, Shot.wholeMap());
    assertFalse(Arrays.equals(bytes(paint(frames, 0)), bytes(paint(frames, 1))));
  }

  @Test
  void theFilmOfARecordingHasExactlyItsTicks() throws Exception {
    FilmReport report =
        new Mp4Exporter()
            .export(
                frames(driving(), 0, TICKS, Shot.wholeMap()),
                new ExportRequest(folder.resolve("x.mp4"), 320, 180, FrameRate.ofTick(0.1)))
            .run(Progress.SILENT, new Cancellation());
    DecodedFilm film = DecodedFilm.of(report.file());
    assertEquals(TICKS, film.pictures().size());
    assertEquals(TICKS / 10.0, film.seconds(), 1e-9);
  }

  @Test
  void ticksThatAreNotThereAreRefused() {
    Problem problem = assertThrows(Problem.class, () -> frames(driving(), 30, 41, Shot.wholeMap()));
    assertTrue(problem.getMessage().endsWith("choose from 0 to 39"), problem.getMessage());
    assertThrows(Problem.class, () -> frames(driving(), 5, 5, Shot.wholeMap()));
  }

  @Test
  void aRecordingWithoutATickIsRefused() {
    Rollout empty = new MemoryRollout("elsewhere", 2, 0, 1);
    Problem problem = assertThrows(Problem.class, () -> frames(empty, 0, 0, Shot.wholeMap()));
    assertTrue(problem.getMessage().contains("it holds no tick"), problem.getMessage());
  }

  @Test
  void anAgentThatIsNotThereIsRefused() {
    Shot follow = new Shot(new Camera.Follow(2, 40, Camera.Up.NORTH), Set.of(), 0);
    Problem problem = assertThrows(Problem.class, () -> frames(driving(), 0, 5, follow));
    assertTrue(problem.getMessage().contains("it has no agent 2"), problem.getMessage());
  }

  /// Two agents that drive apart, for 40 ticks.
  private static Rollout driving() {
    return new MemoryRollout("elsewhere", 2, TICKS, 1)
        .with(
            "pose",
            Dtype.F4,
            (tick, index) ->
                switch (index) {
                  case 0 -> tick;
                  case 3 -> -tick;
                  case 4 -> 10;
                  default -> 0;
                },
            2,
            3);
  }

  private static SceneFrames frames(Rollout rollout, int from, int to, Shot shot) {
    return new SceneFrames(rollout, new Span(from, to), shot, new PoseSketch(), Palette.DARK);
  }

  private static BufferedImage paint(FrameSource source, int frame) {
    BufferedImage picture = SceneRaster.canvas(320, 180);
    source.paint(frame, picture);
    return picture;
  }

  private static byte[] bytes(BufferedImage picture) {
    return ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
  }
}
