package dev.hindsight.render.film;

import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.Worker;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Paints frame n + 1 while the caller's thread processes frame n, with two pictures in turn.
///
/// @param source paints the frames
/// @param width pixels
/// @param height pixels
record FramePipeline(FrameSource source, int width, int height) {

  /// Receives pictures, in order, on the thread that runs the pipeline.
  @FunctionalInterface
  interface Sink {
    /// @param picture 24-bit BGR; read it before returning and do not keep it
    void accept(BufferedImage picture) throws IOException;
  }

  /// Paints every frame into the sink. Returns, or throws, only after the painter has finished.
  ///
  /// @throws java.util.concurrent.CancellationException between two frames, if it was cancelled
  void run(Sink sink, Progress progress, Cancellation cancellation) throws IOException {
    int frames = source.frames();
    BufferedImage[] pictures = {
      SceneRaster.canvas(width, height), SceneRaster.canvas(width, height)
    };
    // Closing the worker waits: no thread uses the source when the caller hears of a failure.
    try (Worker painter = new Worker("film-painter")) {
      CompletableFuture<Void> painting = paint(painter, 0, pictures[0]);
      for (int frame = 0; frame < frames; frame++) {
        cancellation.throwIfCancelled();
        Void _ = await(painting);
        if (frame + 1 < frames) {
          painting = paint(painter, frame + 1, pictures[(frame + 1) % 2]);
        }
        sink.accept(pictures[frame % 2]);
        progress.report(frame + 1, frames, "frames");
      }
    }
  }

  private CompletableFuture<Void> paint(Worker painter, int frame, BufferedImage picture) {
    return CompletableFuture.runAsync(() -> source.paint(frame, picture), painter::execute);
  }

  /// Waits for what another thread of a film does, and returns it or throws what it threw.
  static <T> T await(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
