package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.LaneBench;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/// Measures the window with a recording, on the headless platform and painted in software.
///
/// The time of a seek runs from the command on the FX thread until everything has been built, laid
/// out and painted, including what has not changed: more than an ordinary window does, which paints
/// only changes. Once per process.
///
/// @param file the recording
/// @param width of the window's content, in pixels
/// @param height of the window's content, in pixels
/// @param seeks number of seeks
public record UiBench(Path file, int width, int height, int seeks) implements Job<UiBench.Result> {
  /// A multiple of the simulated speed.
  private static final double FAST = 16;

  private static final int WARM_UP = 150;
  private static final long PLAY_NANOS = 3_000_000_000L;
  private static final int LANE_POINTS = 1_000_000;
  private static final double MEBI = 1 << 20;

  /// The measurements.
  ///
  /// @param bytes size of the recording
  /// @param firstPaintMillis from the start of the JVM until the welcome page is painted
  /// @param openMillis from the open command until the recording is painted with its scene and
  ///   tables
  /// @param seek a whole seek
  /// @param seekCommand its part on the FX thread in which every pane reads and updates
  /// @param seekPaint its part for layout and painting
  /// @param seekProcessor processor time of the threads involved: the duration if no other program
  ///   ran
  /// @param lane drawing and painting a lane with a million points, at any zoom
  /// @param playFramesPerSecond complete pictures per second while playing 16 times as fast
  /// @param playedTicks ticks that the cursor moved meanwhile
  /// @param dueTicks ticks that it should have moved
  /// @param heapBefore MiB in use with the recording open, after garbage collection
  /// @param heapAfter MiB in use after scrubbing to the end and back
  /// @param heapMost most MiB in use meanwhile, including garbage
  /// @param heapBudget most MiB that the JVM may use
  /// @param residentMost most MiB of private memory of the process meanwhile
  /// @param mappedMost most MiB of mapped files in memory meanwhile
  public record Result(
      long bytes,
      int ticks,
      int agents,
      double firstPaintMillis,
      double openMillis,
      Quantiles seek,
      Quantiles seekCommand,
      Quantiles seekPaint,
      Quantiles seekProcessor,
      Quantiles lane,
      double playFramesPerSecond,
      long playedTicks,
      long dueTicks,
      double heapBefore,
      double heapAfter,
      double heapMost,
      double heapBudget,
      double residentMost,
      double mappedMost)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("bytes", "bytes", bytes),
          BenchFigure.context("ticks", "ticks", ticks),
          BenchFigure.context("agents", "agents", agents),
          BenchFigure.less("firstPaintMillis", "ms", firstPaintMillis),
          BenchFigure.less("openMillis", "ms", openMillis),
          BenchFigure.less("seek.median", "ms", seek.median()),
          BenchFigure.less("seek.p95", "ms", seek.p95()),
          BenchFigure.less("seekCommand.median", "ms", seekCommand.median()),
          BenchFigure.less("seekCommand.p95", "ms", seekCommand.p95()),
          BenchFigure.less("seekPaint.median", "ms", seekPaint.median()),
          BenchFigure.less("seekPaint.p95", "ms", seekPaint.p95()),
          BenchFigure.less("seekProcessor.median", "ms", seekProcessor.median()),
          BenchFigure.less("seekProcessor.p95", "ms", seekProcessor.p95()),
          BenchFigure.less("lane.median", "ms", lane.median()),
          BenchFigure.less("lane.p95", "ms", lane.p95()),
          BenchFigure.more("playFramesPerSecond", "1/s", playFramesPerSecond),
          BenchFigure.context("playedTicks", "ticks", playedTicks),
          BenchFigure.context("dueTicks", "ticks", dueTicks),
          BenchFigure.less("heapBefore", "MiB", heapBefore),
          BenchFigure.less("heapAfter", "MiB", heapAfter),
          BenchFigure.less("heapMost", "MiB", heapMost),
          BenchFigure.context("heapBudget", "MiB", heapBudget),
          BenchFigure.less("residentMost", "MiB", residentMost),
          BenchFigure.less("mappedMost", "MiB", mappedMost));
    }
  }

  @Override
  public Result run(Progress progress, Cancellation cancellation) throws Exception {
    OffscreenWindow.start();
    try (OffscreenWindow studio = new OffscreenWindow(Preferences.INITIAL, width, height)) {
      studio.picture();
      double firstPaint =
          System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
      long begin = System.nanoTime();
      Document document = studio.open(file);
      studio.picture();
      double open = (System.nanoTime() - begin) / 1e6;
      OffscreenWindow.onFx(() -> {
        document.view().send(new ViewCommand.Select(document.rollout().manifest().agents() / 2));
        return true;
      });
      studio.settle();

      SeekTimes times = new SeekTimes(studio, document);
      Random random = new Random(1);
      int ticks = document.rollout().ticks();
      times.seek(WARM_UP, () -> random.nextInt(ticks), cancellation);
      times.clear();
      times.seek(seeks, () -> random.nextInt(ticks), cancellation);
      Quantiles lane =
          Quantiles.of(OffscreenWindow.onFx(new LaneBench(LANE_POINTS, width, 30, 200)::run));
      Heap heap = scrub(studio, document, cancellation);
      Playback playback = play(studio, document);
      return new Result(
          Files.size(file),
          ticks,
          document.rollout().manifest().agents(),
          firstPaint,
          open,
          times.whole(),
          times.command(),
          times.paint(),
          times.processor(),
          lane,
          playback.framesPerSecond,
          playback.ticks,
          playback.due,
          heap.before,
          heap.after,
          heap.most,
          Runtime.getRuntime().maxMemory() / MEBI,
          heap.resident.own(),
          heap.resident.mapped());
    }
  }

  private record Heap(double before, double after, double most, ResidentMemory resident) {}

  /// Scrubs to the end and back, in as many steps as a user's drag.
  private static Heap scrub(
      OffscreenWindow offscreenWindow, Document document, Cancellation cancellation) {
    double before = collected();
    double most = before;
    ResidentMemory resident = ResidentMemory.now();
    int steps = 400;
    int last = document.rollout().ticks() - 1;
    SeekTimes unused = new SeekTimes(offscreenWindow, document);
    for (int step = -steps; step <= steps; step++) {
      int tick = (int) ((long) last * (steps - Math.abs(step)) / steps);
      unused.seek(1, () -> tick, cancellation);
      most = Math.max(most, used());
      resident = resident.most(ResidentMemory.now());
    }
    return new Heap(before, collected(), most, resident);
  }

  private static double collected() {
    System.gc();
    return used();
  }

  private static double used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBI;
  }

  private record Playback(double framesPerSecond, long ticks, long due) {}

  private record CursorSample(long nanos, TimelineState state) {}

  /// Plays from the first tick, driven by the window's own clock.
  private static Playback play(OffscreenWindow offscreenWindow, Document document) {
    OffscreenWindow.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(0));
      document.timeline().send(new TimelineCommand.Speed(FAST));
      document.timeline().send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
      return true;
    });
    CursorSample begin = read(document);
    CursorSample now = begin;
    int frames = 0;
    while (now.nanos - begin.nanos < PLAY_NANOS && now.state.motion() != PlaybackMotion.PAUSED) {
      offscreenWindow.awaitScenes();
      offscreenWindow.picture();
      frames++;
      CursorSample next = read(document);
      if (next.state.motion() == PlaybackMotion.PAUSED) {
        break;
      }
      now = next;
    }
    double seconds = (now.nanos - begin.nanos) / 1e9;
    double tickSeconds = document.rollout().manifest().tickSeconds();
    return new Playback(
        frames / seconds,
        now.state.tick() - begin.state.tick(),
        Math.round(seconds * FAST / tickSeconds));
  }

  private static CursorSample read(Document document) {
    return OffscreenWindow.onFx(
        () -> new CursorSample(System.nanoTime(), document.timeline().state()));
  }

  /// Seeks in a recording and records how long each seek takes until everything is painted.
  private static final class SeekTimes {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final OffscreenWindow offscreenWindow;
    private final Document document;
    private final List<Thread> involved;
    private final List<Double> whole = new ArrayList<>();
    private final List<Double> command = new ArrayList<>();
    private final List<Double> paint = new ArrayList<>();
    private final List<Double> processor = new ArrayList<>();

    SeekTimes(OffscreenWindow offscreenWindow, Document document) {
      this.offscreenWindow = offscreenWindow;
      this.document = document;
      this.involved =
          Thread.getAllStackTraces().keySet().stream()
              .filter(t -> t.getName().matches("JavaFX Application.*|QuantumRenderer.*|scenes.*"))
              .toList();
    }

    void seek(int times, IntSupplier tick, Cancellation cancellation) {
      for (int i = 0; i < times; i++) {
        cancellation.throwIfCancelled();
        int target = tick.getAsInt();
        double busy = busy();
        long begin = System.nanoTime();
        OffscreenWindow.onFx(() -> {
          document.timeline().send(new TimelineCommand.Seek(target));
          return true;
        });
        long sent = System.nanoTime();
        offscreenWindow.awaitScenes();
        long drawn = System.nanoTime();
        offscreenWindow.picture();
        long end = System.nanoTime();
        command.add((sent - begin) / 1e6);
        paint.add((end - drawn) / 1e6);
        whole.add((end - begin) / 1e6);
        processor.add(busy() - busy);
      }
    }

    void clear() {
      List.of(whole, command, paint, processor).forEach(List::clear);
    }

    Quantiles whole() {
      return Quantiles.of(whole);
    }

    Quantiles command() {
      return Quantiles.of(command);
    }

    Quantiles paint() {
      return Quantiles.of(paint);
    }

    Quantiles processor() {
      return Quantiles.of(processor);
    }

    private double busy() {
      long nanos = 0;
      for (Thread thread : involved) {
        nanos += Math.max(0, THREADS.getThreadCpuTime(thread.threadId()));
      }
      return nanos / 1e6;
    }
  }

  /// The resident memory of this process, as Linux reports it; NaN elsewhere.
  ///
  /// @param own MiB private to this process: heap, classes, native memory
  /// @param mapped MiB of files, including recordings: the system can take these pages back at any
  ///   time
  private record ResidentMemory(double own, double mapped) {
    private static final Path STATUS = Path.of("/proc/self/status");

    /// The current values.
    static ResidentMemory now() {
      try {
        List<String> lines = Files.readAllLines(STATUS);
        return new ResidentMemory(mebibytes(lines, "RssAnon:"), mebibytes(lines, "RssFile:"));
      } catch (IOException _) {
        return new ResidentMemory(Double.NaN, Double.NaN);
      }
    }

    /// The larger of each value.
    ResidentMemory most(ResidentMemory other) {
      return new ResidentMemory(Math.max(own, other.own), Math.max(mapped, other.mapped));
    }

    /// Parses a line such as `RssAnon: 1234 kB`.
    private static double mebibytes(List<String> lines, String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(Double.NaN);
    }
  }
}
