package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.FileImageOutputStream;

/// Stills: one frame as a PNG, every pixel as painted.
record PngExporter() implements Exporter {
  @Override
  public String id() {
    return "png";
  }

  @Override
  public String title() {
    return wording("PngExporter.picture_png");
  }

  @Override
  public String extension() {
    return "png";
  }

  @Override
  public FrameCapacity motion() {
    return FrameCapacity.STILL;
  }

  @Override
  public Job<FilmReport> export(FrameSource source, ExportRequest request) {
    return (progress, cancellation) -> {
      if (source.frames() > 1) {
        throw new Problem(
            wording("PngExporter.a_png_holds_one_picture_and", source.frames()),
            request.target().toString(),
            wording("PngExporter.choose_one_tick_or_export_a"));
      }
      return Export.run(
          source,
          request,
          file -> {
            BufferedImage picture = SceneRaster.canvas(request.width(), request.height());
            cancellation.throwIfCancelled();
            source.paint(0, picture);
            write(picture, file);
            progress.report(1, 1, "frames");
          });
    };
  }

  private static void write(BufferedImage picture, Path file) throws IOException {
    try (FileImageOutputStream output = new FileImageOutputStream(file.toFile())) {
      ImageIO.write(picture, "png", output);
    }
  }
}
