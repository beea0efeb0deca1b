package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Mistakes in a network itself: rounded weights, other functions between its layers, another
/// checkpoint than the recording names.
final class NetworkHypotheses {
  /// The most other checkpoints that are tried.
  private static final int CHECKPOINTS = 16;

  private NetworkHypotheses() {}

  static List<Hypothesis.Family> all(Optional<Path> checkpoint) {
    List<Hypothesis.Family> all = new ArrayList<>(List.of(new Computed()));
    checkpoint.ifPresent(file -> all.add(new Others(file)));
    return all;
  }

  /// The same weights, computed differently.
  private record Computed() implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("NetworkHypotheses.weights_in_tf32_float16_bfloat16");
    }

    @Override
    public int level() {
      return 1;
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      List<Hypothesis.Recomputed> all = new ArrayList<>();
      for (Nonlinearity other : Nonlinearity.values()) {
        if (other != Nonlinearity.AS_TRAINED) {
          all.add(new Hypothesis.Recomputed(Premise.of(Arithmetic.with(other))));
        }
      }
      for (Precision precision : Precision.values()) {
        if (precision != Precision.FLOAT32) {
          all.add(new Hypothesis.Recomputed(Premise.of(Arithmetic.in(precision))));
        }
      }
      return all;
    }
  }

  /// Other available checkpoints: those in the same folder.
  private record Others(Path own) implements Hypothesis.Family {
    @Override
    public String name() {
      return wording("NetworkHypotheses.the_other_checkpoints_in_its_folder");
    }

    @Override
    public int level() {
      return 3;
    }

    @Override
    public List<Hypothesis.Recomputed> of(DiscrepancyCase about, List<Discrepancy> found) {
      Path folder = own.toAbsolutePath().getParent();
      if (folder == null) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(file -> kind(file).equals(kind(own)) && Files.isRegularFile(file))
            .filter(file -> !String.valueOf(file.getFileName()).equals(name(own)))
            .sorted()
            .limit(CHECKPOINTS)
            .map(file -> new Hypothesis.Recomputed(Premise.of(file)))
            .filter(other -> opens(about, other, found.getFirst()))
            .toList();
      } catch (IOException _) {
        // A folder that cannot be listed offers no checkpoints.
        return List.of();
      }
    }

    private static String name(Path file) {
      return String.valueOf(file.getFileName());
    }

    private static String kind(Path file) {
      String name = name(file);
      return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean opens(DiscrepancyCase about, Hypothesis other, Discrepancy first) {
      try {
        other.predict(about, first.agent(), first.segment(), 0);
        return true;
      } catch (Problem _) {
        // It holds another kind of network, or none, so it did not act here.
        return false;
      }
    }
  }
}
