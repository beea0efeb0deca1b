package dev.hindsight.render.film;

import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.Worker;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Encodes the segments of a film on several threads and hands them over in order. The number of
/// threads changes no byte: each segment has a fixed number of frames and an encoder of its own.
///
/// @param source paints the frames, one at a time
/// @param target the film, for messages
/// @param encoders segments that are encoded at the same time
record FilmSegments(FrameSource source, FilmSize size, FrameRate rate, Path target, int encoders) {
  /// Only one thread paints at a time, and painting a frame takes more than half as long as
  /// encoding it: more encoders would only wait for frames.
  private static final int MOST_ENCODERS = 3;

  /// The most pixels of the pictures that are encoded at the same time, to limit memory: those of
  /// three pictures of 1920 x 1080.
  private static final long MOST_PIXELS = 3L * 1920 * 1080;

  /// Something that a thread of the film has done.
  private enum Step {
    FRAME_ENCODED,
    SEGMENT_ENDED
  }

  /// With an encoder for each processor, as far as memory allows.
  static FilmSegments onThisMachine(
      FrameSource source, FilmSize size, FrameRate rate, Path target) {
    long fit = MOST_PIXELS / ((long) size.width() * size.height());
    int processors = Runtime.getRuntime().availableProcessors();
    int encoders = (int) Math.clamp(Math.min(fit, processors), 1L, MOST_ENCODERS);
    return new FilmSegments(source, size, rate, target, encoders);
  }

  /// Encodes the film. Returns, or throws, only after its threads have ended.
  ///
  /// @param sink gets each segment, in order, on this thread; it need not close them
  /// @throws CancellationException between two frames, if the export was cancelled
  void run(Consumer<FilmSegment> sink, Progress progress, Cancellation cancellation)
      throws IOException {
    int frames = source.frames();
    int length = H264Codec.segmentFrames(rate);
    int count = Math.ceilDiv(frames, length);
    Cancellation stop = new Cancellation();
    BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    List<CompletableFuture<FilmSegment>> segments = new ArrayList<>();
    List<Worker> workers = new ArrayList<>();
    try {
      for (int i = 0; i < Math.min(encoders, count); i++) {
        workers.add(new Worker("film-encoder"));
      }
      int encoded = 0;
      for (int next = 0; next < count; next++) {
        // Each thread has at most two segments that are not yet handed over, so that few encoded
        // ones wait in memory.
        while (segments.size() < Math.min(count, next + 2 * workers.size())) {
          int first = segments.size() * length;
          Part part = new Part(source, first, Math.min(length, frames - first));
          CompletableFuture<FilmSegment> segment =
              CompletableFuture.supplyAsync(
                  () -> encode(part, steps, stop),
                  workers.get(segments.size() % workers.size())::execute);
          segments.add(segment);
          var _ = segment.whenComplete((_, _) -> steps.add(Step.SEGMENT_ENDED));
        }
        while (!segments.get(next).isDone()) {
          cancellation.throwIfCancelled();
          if (steps.poll(100, TimeUnit.MILLISECONDS) == Step.FRAME_ENCODED) {
            encoded++;
            progress.report(encoded, frames, "frames");
          }
        }
        try (FilmSegment segment = result(segments.get(next))) {
          sink.accept(segment);
        }
      }
      while (encoded < frames) {
        encoded++;
        progress.report(encoded, frames, "frames");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } finally {
      stop.cancel();
      workers.forEach(Worker::close);
      segments.stream()
          .filter(segment -> !segment.isCompletedExceptionally())
          .forEach(segment -> segment.join().close());
    }
  }

  private FilmSegment encode(Part part, BlockingQueue<Step> steps, Cancellation stop) {
    stop.throwIfCancelled();
    try (SegmentEncoder encoder = new SegmentEncoder(size, rate, part.first(), target)) {
      new FramePipeline(part, size.width(), size.height())
          .run(encoder::add, (_, _, _) -> steps.add(Step.FRAME_ENCODED), stop);
      return encoder.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FilmSegment result(CompletableFuture<FilmSegment> ended) throws IOException {
    try {
      return FramePipeline.await(ended);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The frames of a segment, painted only while no other segment is painting.
  ///
  /// @param first number of its first frame in the film
  private record Part(FrameSource source, int first, int frames) implements FrameSource {
    @Override
    public void paint(int frame, BufferedImage picture) {
      synchronized (source) {
        source.paint(first + frame, picture);
      }
    }
  }
}
