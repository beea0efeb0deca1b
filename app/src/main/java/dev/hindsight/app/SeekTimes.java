package dev.hindsight.app;

import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.task.Cancellation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/// Seeks in a recording and notes how long each takes until all of it is painted.
final class SeekTimes {
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
