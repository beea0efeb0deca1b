package dev.hindsight.render.film;

import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Films encoded by an `ffmpeg` that the user installed: its x264 makes files of about half the
/// size, but is under the GPL, so Hindsight cannot include it.
///
/// @param program the executable
record X264Exporter(Path program) implements Exporter {

  /// The first `ffmpeg` on a search path. Whether it has x264 shows only when it is used.
  ///
  /// @param searchPath folders, as in the environment variable `PATH`
  static Optional<Exporter> on(String searchPath) {
    return InstalledProgram.on(searchPath, "ffmpeg", "ffmpeg.exe").map(X264Exporter::new);
  }

  @Override
  public String id() {
    return "mp4-x264";
  }

  @Override
  public String title() {
    return "Film (MP4, smaller, with the installed ffmpeg)";
  }

  @Override
  public String extension() {
    return "mp4";
  }

  @Override
  public FrameCapacity motion() {
    return FrameCapacity.MOVING;
  }

  @Override
  public void checkSize(int width, int height, String where) {
    FilmSize _ = FilmSize.of(width, height, where);
  }

  @Override
  public Job<FilmReport> export(FrameSource source, ExportRequest request) {
    return (progress, cancellation) -> {
      FilmSize size = FilmSize.of(request.width(), request.height(), request.target().toString());
      ExportRequest even = size.of(request);
      return Export.run(
          source,
          even,
          file -> {
            Process ffmpeg = new ProcessBuilder(command(even, file)).start();
            try {
              OutputStream pixels = ffmpeg.getOutputStream();
              new FramePipeline(source, even.width(), even.height())
                  .run(picture -> write(picture, pixels, ffmpeg), progress, cancellation);
              pixels.close();
              requireSuccess(ffmpeg);
            } finally {
              // It must release the file before the file is deleted.
              ffmpeg.destroyForcibly().onExit().join();
            }
          });
    };
  }

  /// Bit-exact, with a fixed number of threads, so that the same frames give the same bytes.
  private List<String> command(ExportRequest request, Path file) {
    String input =
        "-v error -y -f rawvideo -pix_fmt bgr24 -s %dx%d -r %s -i -"
            .formatted(request.width(), request.height(), request.rate());
    String output =
        "-vf scale=out_color_matrix=bt709:out_range=tv:flags=bilinear+bitexact -c:v libx264"
            + " -crf 18 -threads 2 -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709"
            + " -color_trc bt709 -color_range tv -flags +bitexact -fflags +bitexact"
            + " -map_metadata -1 -movflags +faststart -f mp4";
    return Stream.of(
            List.of(program.toString()),
            List.of(input.split(" ")),
            List.of(output.split(" ")),
            List.of("file:" + file))
        .flatMap(List::stream)
        .toList();
  }

  private void write(BufferedImage picture, OutputStream pixels, Process ffmpeg) {
    try {
      pixels.write(((DataBufferByte) picture.getRaster().getDataBuffer()).getData());
    } catch (IOException e) {
      // It has closed its input; its own message says why.
      requireSuccess(ffmpeg);
      throw new Problem(
          "ended before the film did", program.toString(), "export with the built-in encoder", e);
    }
  }

  private void requireSuccess(Process ffmpeg) {
    int code = ffmpeg.onExit().join().exitValue();
    if (code != 0) {
      throw new Problem(
          "could not make the film: " + lastWords(ffmpeg),
          program.toString(),
          "export with the built-in encoder");
    }
  }

  private static String lastWords(Process ffmpeg) {
    try {
      return new String(ffmpeg.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .reduce((_, last) -> last)
          .orElse("it gave no reason");
    } catch (IOException _) {
      return "it gave no reason";
    }
  }
}
