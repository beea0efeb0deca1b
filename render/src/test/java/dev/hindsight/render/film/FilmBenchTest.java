package dev.hindsight.render.film;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import org.junit.jupiter.api.Test;

class FilmBenchTest {
  private static final FrameRate TEN = new FrameRate(10, 1);

  @Test
  void theFiguresBelongTogether() throws Exception {
    FilmBench.Result result =
        new FilmBench(new TestFrames(40), 161, 91, TEN).run(Progress.SILENT, new Cancellation());
    assertEquals(40, result.frames());
    assertEquals("160 x 90", result.width() + " x " + result.height());
    assertTrue(result.bytes() > 0 && result.encoderFps() > 0 && result.exportFps() > 0);
    assertEquals(result.exportFps() / result.encoderFps(), result.ratio(), 1e-9);
  }

  @Test
  void nothingToFilmIsRefused() {
    assertThrows(
        Problem.class,
        () ->
            new FilmBench(new TestFrames(0), 160, 90, TEN)
                .run(Progress.SILENT, new Cancellation()));
  }
}
