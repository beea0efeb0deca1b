package dev.hindsight.trainer.planted;

import ai.djl.ndarray.NDManager;
import ai.onnxruntime.OrtEnvironment;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.cel.parser.CelParser;
import dev.hindsight.render.planted.RenderFaults;
import io.jhdf.api.Node;
import java.awt.Color;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.pekko.actor.typed.ActorSystem;

/// One class for each fault.
public final class TrainerFaults {
  private TrainerFaults() {}

  /// A dependency in the wrong direction.
  public record SeesRender(Optional<RenderFaults> renderer) {}

  /// A trainer that would need a display.
  public record SeesAwt(Color colour) {}

  /// A second place that must manage native memory.
  public record SeesDjl(Optional<NDManager> manager) {}

  /// A library that is always loaded, even if no condition is used.
  public record SeesCel(Optional<CelParser> parser) {}

  /// A library that is always loaded, even if no run has workers.
  public record SeesPekko(Optional<ActorSystem<String>> system) {}

  /// A second reader of HDF5, which might follow links out of the file.
  public record SeesHdf5(Optional<Node> node) {}

  /// A second reader of tables.
  public record SeesFastCsv(Optional<CsvRecord> row) {}

  /// A second place that would run unchecked programs.
  public record SeesOnnx(Optional<OrtEnvironment> environment) {}

  /// An interval computed differently from all others.
  public record SeesStatistics(TDistribution distribution) {}

  /// A thread that is never stopped.
  public static final class MakesThread {
    /// Starts the thread.
    public Thread thread() {
      return new Thread(() -> {});
    }
  }

  /// A virtual thread that is never stopped.
  public static final class MakesVirtualThread {
    /// Starts the thread.
    public Thread thread() {
      return Thread.ofVirtual().unstarted(() -> {});
    }
  }

  /// Output that a program would have to read as a result.
  public static final class Prints {
    /// Prints.
    public void hello() {
      System.out.println("hello");
    }
  }

  /// A flag that hides why an episode ended.
  public static final class StoresDone {
    /// Terminal or truncation: it does not say which.
    public boolean done;
  }
}
