package dev.hindsight.render.film;

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
    return "Picture (PNG)";
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
            "a PNG holds one picture, and there are " + source.frames() + " frames",
            request.target().toString(),
            "choose one tick, or export a film");
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
