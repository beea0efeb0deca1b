package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A recording whose network is asked again, part by part: what it says now, how far rounding may
/// take that, and, where something else was put out, why. One owner thread.
public final class Recomputation implements AutoCloseable {
  private final Rollout rollout;
  private final Path checkpoint;
  private final Recomputer network;
  private final List<Sightings> sightings;
  private final List<Part> parts = new ArrayList<>();
  private final Case recorded;

  /// A part that begins with an empty memory.
  public record Part(int agent, Span segment) {}

  /// Two outputs of a part side by side.
  ///
  /// @param most the largest difference
  /// @param share the largest difference of what rounding may have made at its tick
  /// @param discrepancy where they differ by more; empty where they do not
  public record Compared(
      Outputs.Difference most, double share, Optional<Discrepancy> discrepancy) {}

  private Recomputation(
      Rollout rollout, Path checkpoint, Recomputer network, Cancellation cancellation) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.network = network;
    this.sightings =
        IntStream.range(0, rollout.manifest().agents())
            .mapToObj(agent -> new Sightings(rollout, agent, network.horizon()))
            .toList();
    for (int agent = 0; agent < sightings.size(); agent++) {
      for (Span segment : sightings.get(agent).segments()) {
        parts.add(new Part(agent, segment));
      }
    }
    // The earliest first: agents who look at each other are asked about together.
    parts.sort(
        Comparator.<Part>comparingInt(part -> part.segment().from())
            .thenComparingInt(part -> part.segment().to())
            .thenComparingInt(Part::agent));
    this.recorded = about(this::target, cancellation);
  }

  /// Of a network each of whose agents stands alone.
  ///
  /// @param forms the network as it is, not closed with this
  public static Recomputation of(
      Rollout rollout,
      Path checkpoint,
      FormsOpening opening,
      BothForms forms,
      Cancellation cancellation) {
    Recomputer network = new FormsRecomputer(rollout, checkpoint, opening, forms);
    return new Recomputation(rollout, checkpoint, network, cancellation);
  }

  /// Of a network whose agents look at each other.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint does not fit
  public static Recomputation ofEdges(Rollout rollout, Path checkpoint, Cancellation cancellation) {
    return new Recomputation(
        rollout, checkpoint, new EdgeRecomputer(rollout, checkpoint), cancellation);
  }

  private Case about(Case.Target target, Cancellation cancellation) {
    return new Case(rollout, network, target, cancellation);
  }

  /// All parts, the earliest first.
  public List<Part> parts() {
    return parts;
  }

  /// What an agent saw.
  public Sightings sightings(int agent) {
    return sightings.get(agent);
  }

  /// What should have been put out.
  public Outputs right(Part part) {
    return recorded.right(part.agent(), part.segment(), 0);
  }

  /// What was recorded; nothing where no logits or values are.
  public Optional<Outputs> recorded(Part part) {
    return sightings.get(part.agent()).recorded(part.segment(), right(part).actions());
  }

  private Outputs target(int agent, Span span) {
    int actions = rollout.channel("logits").orElseThrow().rowLength() / rollout.manifest().agents();
    return sightings.get(agent).recorded(span, actions).orElseThrow();
  }

  /// Ticks outside limbo.
  public int live(Part part) {
    Passage passage = sightings.get(part.agent()).passage();
    return (int)
        IntStream.range(part.segment().from(), part.segment().to()).filter(passage::live).count();
  }

  /// Holds something that was put out against what should have been.
  public Compared compare(Part part, Outputs put) {
    Outputs right = right(part);
    Passage passage = sightings.get(part.agent()).passage().part(part.segment());
    Outputs.Difference most = right.from(put, passage);
    Outputs.Apart apart = right.apart(put, passage, Tolerance.floor(right));
    Tolerance tolerance = Tolerance.floor(right);
    for (int nudges : network.nudges()) {
      if (!apart.nowhere()) {
        tolerance = tolerance(part, right, nudges);
        apart = right.apart(put, passage, tolerance);
      }
    }
    return new Compared(
        most,
        apart.share(),
        apart.nowhere()
            ? Optional.empty()
            : Optional.of(new Discrepancy(part.agent(), part.segment(), apart, tolerance)));
  }

  /// How far rounding may take what is computed.
  private Tolerance tolerance(Part part, Outputs right, int nudges) {
    return Tolerance.measured(
        right,
        IntStream.rangeClosed(1, nudges)
            .mapToObj(nudge -> network.of(Premise.RIGHT, part.agent(), part.segment(), nudge))
            .toList());
  }

  /// Why what was recorded is not what should have been.
  ///
  /// @param found all of it, not empty
  public Explanation ofRecording(List<Discrepancy> found, Cancellation cancellation) {
    return Explanation.of(recorded, Optional.of(checkpoint), found, cancellation);
  }

  /// Why something else was put out than should have been.
  ///
  /// @param found all of it, not empty
  /// @param put what was, of the parts in which something was found
  public Explanation of(List<Discrepancy> found, Put put, Cancellation cancellation) {
    Case about =
        about(
            (agent, span) -> {
              Part part =
                  parts.stream()
                      .filter(each -> each.agent() == agent && each.segment().contains(span))
                      .findFirst()
                      .orElseThrow();
              int from = span.from() - part.segment().from();
              return put.of(part).part(from, from + span.ticks());
            },
            cancellation);
    return Explanation.of(about, Optional.empty(), found, cancellation);
  }

  /// What was put out in a part.
  @FunctionalInterface
  public interface Put {
    /// All of it.
    Outputs of(Part part);
  }

  @Override
  public void close() {
    network.close();
  }
}
