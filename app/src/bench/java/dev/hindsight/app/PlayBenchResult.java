package dev.hindsight.app;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import java.util.List;

/// How smoothly the window played a recording on the present screen.
///
/// @param framesPerSecond painted frames; each shows another tick if a tick takes no longer than a
///   frame
/// @param betweenFrames time from one frame to the next, in milliseconds; JavaFX starts at most 60
///   per second
/// @param ticks ticks that the cursor moved
/// @param dueTicks ticks that it should have moved
/// @param width of the window's content, in units of the screen
/// @param height of the window's content
/// @param scale pixels per unit
public record PlayBenchResult(
    double framesPerSecond,
    Quantiles betweenFrames,
    long ticks,
    long dueTicks,
    double width,
    double height,
    double scale)
    implements BenchResult {
  @Override
  public List<BenchFigure> figures() {
    return List.of(
        BenchFigure.more("framesPerSecond", "1/s", framesPerSecond),
        BenchFigure.less("betweenFrames.median", "ms", betweenFrames.median()),
        BenchFigure.less("betweenFrames.p95", "ms", betweenFrames.p95()),
        BenchFigure.context("ticks", "ticks", ticks),
        BenchFigure.context("dueTicks", "ticks", dueTicks),
        BenchFigure.context("width", "px", width),
        BenchFigure.context("height", "px", height),
        BenchFigure.context("scale", "1", scale));
  }
}
