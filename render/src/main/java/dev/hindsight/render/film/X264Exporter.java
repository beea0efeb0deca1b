package dev.hindsight.render.film;

import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Worker;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
            try (Encoder encoder = new Encoder(command(even, file), cancellation)) {
              new FramePipeline(source, even.width(), even.height())
                  .run(encoder::write, progress, cancellation);
              encoder.finish();
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

  /// A running ffmpeg. What it says goes into a file and its input is written by a thread of its
  /// own, so that it never waits for us, and we can stop although it no longer reads.
  private final class Encoder implements AutoCloseable {
    private static final long CHECK_EVERY_MILLIS = 100;
    private static final String NO_REASON = "it gave no reason";

    private final Cancellation cancellation;
    private final TemporaryFolder folder = new TemporaryFolder("ffmpeg");
    private final Path said = folder.path().resolve("said");
    private final Worker writer = new Worker("film-writer");
    private final Process ffmpeg;

    Encoder(List<String> command, Cancellation cancellation) throws IOException {
      this.cancellation = cancellation;
      try {
        ffmpeg =
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile())
                .start();
      } catch (IOException e) {
        writer.close();
        folder.close();
        throw e;
      }
    }

    /// Adds a picture to the film.
    void write(BufferedImage picture) {
      byte[] pixels = ((DataBufferByte) picture.getRaster().getDataBuffer()).getData();
      send(() -> ffmpeg.getOutputStream().write(pixels));
    }

    /// Waits until the film is complete.
    void finish() {
      send(() -> ffmpeg.getOutputStream().close());
      requireSuccess();
    }

    private void send(Sending sending) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  sending.send();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              },
              writer::execute);
      try {
        await(sent);
      } catch (UncheckedIOException e) {
        // It has closed its input; its own message says why.
        requireSuccess();
        throw new Problem(
            "ended before the film did", program.toString(), "export with the built-in encoder", e);
      }
    }

    private void requireSuccess() {
      int code = await(ffmpeg.onExit()).exitValue();
      if (code != 0) {
        throw new Problem(
            "could not make the film: " + lastWords(),
            program.toString(),
            "export with the built-in encoder");
      }
    }

    private <T> T await(CompletableFuture<T> result) {
      while (!result.isDone()) {
        cancellation.throwIfCancelled();
        var _ =
            result
                .handle((_, _) -> true)
                .completeOnTimeout(false, CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS)
                .join();
      }
      return FramePipeline.await(result);
    }

    private String lastWords() {
      try {
        return new String(Files.readAllBytes(said), StandardCharsets.UTF_8)
            .lines()
            .reduce((_, last) -> last)
            .orElse(NO_REASON);
      } catch (IOException _) {
        return NO_REASON;
      }
    }

    @Override
    public void close() {
      // It must release the file before the file is deleted, and the writer before its end.
      ffmpeg.descendants().forEach(ProcessHandle::destroyForcibly);
      ffmpeg.destroyForcibly().onExit().join();
      writer.close();
      folder.close();
    }

    @FunctionalInterface
    private interface Sending {
      void send() throws IOException;
    }
  }
}
