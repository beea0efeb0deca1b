package dev.hindsight.trainer.planted;

import ai.djl.ndarray.NDManager;
import dev.cel.parser.CelParser;
import dev.hindsight.render.planted.RenderFaults;
import java.awt.Color;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/// One class a fault.
public final class TrainerFaults {
  private TrainerFaults() {}

  /// An arrow that points the wrong way.
  public record SeesRender(Optional<RenderFaults> renderer) {}

  /// The engine would need a display.
  public record SeesAwt(Color colour) {}

  /// A second place that must watch native memory.
  public record SeesDjl(Optional<NDManager> manager) {}

  /// A library loaded whether anybody asks anything or not.
  public record SeesCel(Optional<CelParser> parser) {}

  /// An interval of another kind than all others.
  public record SeesStatistics(TDistribution distribution) {}

  /// A thread nobody stops.
  public static final class MakesThread {
    /// Makes it.
    public Thread thread() {
      return new Thread(() -> {});
    }
  }

  /// A virtual thread nobody stops.
  public static final class MakesVirtualThread {
    /// Makes it.
    public Thread thread() {
      return Thread.ofVirtual().unstarted(() -> {});
    }
  }

  /// What it prints, a program would have to read as a result.
  public static final class Prints {
    /// Prints.
    public void hello() {
      System.out.println("hello");
    }
  }

  /// Nobody can tell any more why it ended.
  public static final class StoresDone {
    /// Terminal or truncated, who knows.
    public boolean done;
  }
}
