package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Path;

/// The common part of all exports: it checks that there are frames, makes the file appear only when
/// it is complete, and writes the report.
final class Export {
  /// The most pixels of a picture, which take 192 MiB.
  private static final long MOST_PIXELS = 8192L * 8192;

  private Export() {}

  /// Writes the file's content.
  @FunctionalInterface
  interface Writer {
    /// @param file an empty file to fill
    void write(Path file) throws IOException;
  }

  /// @throws Problem if there are no such pictures
  static void check(int width, int height, String where) {
    if (width < 1 || height < 1 || (long) width * height > MOST_PIXELS) {
      throw new Problem(
          wording("Export.a_picture_of_x_cannot_be", width, height),
          where,
          wording("Export.choose_a_size_from_1_x"));
    }
  }

  /// Runs a writer on a file beside the target, then moves it into place.
  static FilmReport run(FrameSource source, ExportRequest request, Writer writer)
      throws IOException {
    long begin = System.nanoTime();
    Path target = request.target();
    if (source.frames() < 1) {
      throw new Problem(
          wording("Export.there_are_no_frames_to_export"),
          target.toString(),
          wording("Export.choose_a_range_of_ticks"));
    }
    check(request.width(), request.height(), target.toString());
    try (PartFile part = new PartFile(target)) {
      try {
        writer.write(part.path());
      } catch (IOException e) {
        throw part.problem(e);
      }
      long bytes = part.publish();
      return new FilmReport(
          target,
          source.frames(),
          request.width(),
          request.height(),
          request.rate(),
          bytes,
          (System.nanoTime() - begin) / 1e9);
    }
  }
}
