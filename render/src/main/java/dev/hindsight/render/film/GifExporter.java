package dev.hindsight.render.film;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;

/// Animations that play anywhere a picture is shown, over and over.
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

  /// Browsers show a delay under two hundredths of a second as ten, and the format knows none over
  /// 655 seconds.
  private static void requireShowable(FrameRate rate, Path target) {
    if (rate.frameSeconds() < 0.02 || rate.frameSeconds() > 655) {
      throw new Problem(
          "a GIF cannot show " + rate + " frames a second",
          target.toString(),
          "choose at most 50 frames a second, or export an MP4");
    }
  }
}
