package dev.hindsight.render.film;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;

/// Endless animations that play wherever pictures are shown.
record GifExporter() implements Exporter {
  @Override
  public String id() {
    return "gif";
  }

  @Override
  public String title() {
    return "Animation (GIF)";
  }

  @Override
  public String extension() {
    return "gif";
  }

  @Override
  public FrameCapacity motion() {
    return FrameCapacity.MOVING;
  }

  @Override
  public Job<FilmReport> export(FrameSource source, ExportRequest request) {
    return (progress, cancellation) -> {
      requireShowable(request.rate(), request.target());
      return Export.run(
          source,
          request,
          file -> {
            try (GifAnimation animation =
                new GifAnimation(file, request.width(), request.height(), request.rate())) {
              new FramePipeline(source, request.width(), request.height())
                  .run(animation::add, progress, cancellation);
              animation.finish();
            }
          });
    };
  }

  /// Rejects rates that cannot be shown: browsers show a delay of less than two hundredths of a
  /// second as ten, and the format has none over 655 seconds.
  private static void requireShowable(FrameRate rate, Path target) {
    if (rate.frameSeconds() < 0.02 || rate.frameSeconds() > 655) {
      throw new Problem(
          "a GIF cannot show " + rate + " frames a second",
          target.toString(),
          "choose at most 50 frames a second, or export an MP4");
    }
  }
}
