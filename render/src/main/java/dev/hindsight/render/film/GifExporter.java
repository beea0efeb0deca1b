package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

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
    return wording("GifExporter.animation_gif");
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
          wording("GifExporter.a_gif_cannot_show_frames_a", rate),
          target.toString(),
          wording("GifExporter.choose_at_most_50_frames_a"));
    }
  }
}
