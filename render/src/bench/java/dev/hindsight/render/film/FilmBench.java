package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Measures the cost of painting in an export: compares the frames per second of a whole export
/// with those of one encoder alone on the same frames, painted beforehand.
///
/// Both include opening and finishing the file. Each is run twice and the better time taken,
/// because the first run also warms up the machine. Leaves no file; if it is killed, the next run
/// deletes it.
///
/// @param source what to film
/// @param width pixels
/// @param height pixels
/// @param rate frames per second of the film
public record FilmBench(FrameSource source, int width, int height, FrameRate rate)
    implements Job<FilmBench.Result> {
  private static final int ROUNDS = 2;

  /// Pictures painted ahead, so that memory stays bounded however long the film.
  private static final int AHEAD = 16;

  /// What was measured.
  ///
  /// @param frames frames encoded each time
  /// @param width pixels
  /// @param height pixels
  /// @param bytes size of the film
  /// @param encoderFps frames a second of one encoder that never waits for a picture
  /// @param exportFps frames a second of painting and encoding together
  /// @param ratio `exportFps / encoderFps`: what several threads gain, less the cost of painting
  public record Result(
      int frames,
      int width,
      int height,
      long bytes,
      double encoderFps,
      double exportFps,
      double ratio)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("frames", "frames", frames),
          BenchFigure.context("width", "px", width),
          BenchFigure.context("height", "px", height),
          BenchFigure.less("bytes", "bytes", bytes),
          BenchFigure.more("encoderFps", "1/s", encoderFps),
          BenchFigure.more("exportFps", "1/s", exportFps),
          BenchFigure.more("ratio", "1", ratio));
    }
  }

  @Override
  public Result run(Progress progress, Cancellation cancellation) throws Exception {
    int frames = source.frames();
    if (frames < 1) {
      throw new Problem(
          wording("FilmBench.there_are_no_frames"),
          wording("FilmBench.bench_film"),
          wording("FilmBench.choose_a_range_of_ticks"));
    }
    try (TemporaryFolder folder = new TemporaryFolder("bench-film")) {
      Path file = folder.path().resolve("bench.mp4");
      ExportRequest request = new ExportRequest(file, width, height, rate);
      double encoder = Double.POSITIVE_INFINITY;
      double export = Double.POSITIVE_INFINITY;
      long bytes = 0;
      for (int round = 0; round < ROUNDS; round++) {
        encoder = Math.min(encoder, encoderSeconds(file, cancellation));
        FilmReport report = new Mp4Exporter().export(source, request).run(progress, cancellation);
        export = Math.min(export, report.seconds());
        bytes = report.bytes();
      }
      FilmSize size = FilmSize.of(width, height, file.toString());
      return new Result(
          frames,
          size.width(),
          size.height(),
          bytes,
          frames / encoder,
          frames / export,
          encoder / export);
    }
  }

  /// Wall time of encoding alone: the clock stands still while pictures are painted.
  private double encoderSeconds(Path file, Cancellation cancellation) throws IOException {
    FilmSize size = FilmSize.of(width, height, file.toString());
    BufferedImage[] pictures = new BufferedImage[Math.min(AHEAD, source.frames())];
    for (int i = 0; i < pictures.length; i++) {
      pictures[i] = SceneRaster.canvas(size.width(), size.height());
    }
    long begin = System.nanoTime();
    long painting = 0;
    int segment = H264Codec.segmentFrames(rate);
    try (PartFile part = new PartFile(file);
        Mp4File film = new Mp4File(part.path(), size, rate, file)) {
      for (int from = 0; from < source.frames(); from += segment) {
        int to = Math.min(from + segment, source.frames());
        try (SegmentEncoder encoder = new SegmentEncoder(size, rate, from, file)) {
          for (int first = from; first < to; first += pictures.length) {
            int count = Math.min(pictures.length, to - first);
            long paintingBegan = System.nanoTime();
            for (int i = 0; i < count; i++) {
              cancellation.throwIfCancelled();
              source.paint(first + i, pictures[i]);
            }
            painting += System.nanoTime() - paintingBegan;
            for (int i = 0; i < count; i++) {
              encoder.add(pictures[i]);
            }
          }
          try (FilmSegment encoded = encoder.finish()) {
            film.append(encoded);
          }
        }
      }
      film.finish();
    }
    return (System.nanoTime() - begin - painting) / 1e9;
  }
}
