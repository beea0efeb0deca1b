package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
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
  private final List<ObservedSegments> sightings;
  private final List<AgentSegment> parts = new ArrayList<>();
  private final DiscrepancyCase recorded;

  /// A part that begins with an empty memory.
  public record AgentSegment(int agent, Span segment) {}

  /// Two outputs of a part side by side.
  ///
  /// @param most the largest difference
  /// @param share the largest difference of what rounding may have made at its tick
  /// @param discrepancy where they differ by more; empty where they do not
  public record SegmentComparison(
      Outputs.Difference most, double share, Optional<Discrepancy> discrepancy) {}

  private Recomputation(
      Rollout rollout, Path checkpoint, Recomputer network, Cancellation cancellation) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.network = network;
    this.sightings =
        IntStream.range(0, rollout.manifest().agents())
            .mapToObj(agent -> new ObservedSegments(rollout, agent, network.horizon()))
            .toList();
    for (int agent = 0; agent < sightings.size(); agent++) {
      for (Span segment : sightings.get(agent).segments()) {
        parts.add(new AgentSegment(agent, segment));
      }
    }
    // The earliest first: agents who look at each other are asked about together.
    parts.sort(
        Comparator.<AgentSegment>comparingInt(agentSegment -> agentSegment.segment().from())
            .thenComparingInt(agentSegment -> agentSegment.segment().to())
            .thenComparingInt(AgentSegment::agent));
    this.recorded = about(this::target, cancellation);
  }

  /// Of a network each of whose agents stands alone.
  ///
  /// @param forms the network as it is, not closed with this
  public static Recomputation of(
      Rollout rollout,
      Path checkpoint,
      FormsOpener opening,
      TrainingAndActingForms forms,
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

  private DiscrepancyCase about(
      DiscrepancyCase.ActualOutputs actualOutputs, Cancellation cancellation) {
    return new DiscrepancyCase(rollout, network, actualOutputs, cancellation);
  }

  /// All parts, the earliest first.
  public List<AgentSegment> parts() {
    return parts;
  }

  /// What an agent saw.
  public ObservedSegments sightings(int agent) {
    return sightings.get(agent);
  }

  /// What should have been put out.
  public Outputs right(AgentSegment agentSegment) {
    return recorded.right(agentSegment.agent(), agentSegment.segment(), 0);
  }

  /// What was recorded; nothing where no logits or values are.
  public Optional<Outputs> recorded(AgentSegment agentSegment) {
    return sightings
        .get(agentSegment.agent())
        .recorded(agentSegment.segment(), right(agentSegment).actions());
  }

  private Outputs target(int agent, Span span) {
    int actions = rollout.channel("logits").orElseThrow().rowLength() / rollout.manifest().agents();
    return sightings.get(agent).recorded(span, actions).orElseThrow();
  }

  /// Ticks outside limbo.
  public int live(AgentSegment agentSegment) {
    EpisodeFlags episodeFlags = sightings.get(agentSegment.agent()).passage();
    return (int)
        IntStream.range(agentSegment.segment().from(), agentSegment.segment().to())
            .filter(episodeFlags::live)
            .count();
  }

  /// Holds something that was put out against what should have been.
  public SegmentComparison compare(AgentSegment agentSegment, Outputs put) {
    Outputs right = right(agentSegment);
    EpisodeFlags episodeFlags =
        sightings.get(agentSegment.agent()).passage().part(agentSegment.segment());
    Outputs.Difference most = right.from(put, episodeFlags);
    Outputs.OutOfTolerance outOfTolerance = right.apart(put, episodeFlags, Tolerance.floor(right));
    Tolerance tolerance = Tolerance.floor(right);
    for (int nudges : network.nudges()) {
      if (!outOfTolerance.nowhere()) {
        tolerance = tolerance(agentSegment, right, nudges);
        outOfTolerance = right.apart(put, episodeFlags, tolerance);
      }
    }
    return new SegmentComparison(
        most,
        outOfTolerance.share(),
        outOfTolerance.nowhere()
            ? Optional.empty()
            : Optional.of(
                new Discrepancy(
                    agentSegment.agent(), agentSegment.segment(), outOfTolerance, tolerance)));
  }

  /// How far rounding may take what is computed.
  private Tolerance tolerance(AgentSegment agentSegment, Outputs right, int nudges) {
    return Tolerance.measured(
        right,
        IntStream.rangeClosed(1, nudges)
            .mapToObj(nudge ->
                network.of(Premise.RIGHT, agentSegment.agent(), agentSegment.segment(), nudge))
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
  /// @param segmentOutputs what was, of the parts in which something was found
  public Explanation of(
      List<Discrepancy> found, SegmentOutputs segmentOutputs, Cancellation cancellation) {
    DiscrepancyCase about =
        about(
            (agent, span) -> {
              AgentSegment agentSegment =
                  parts.stream()
                      .filter(each -> each.agent() == agent && each.segment().contains(span))
                      .findFirst()
                      .orElseThrow();
              int from = span.from() - agentSegment.segment().from();
              return segmentOutputs.of(agentSegment).part(from, from + span.ticks());
            },
            cancellation);
    return Explanation.of(about, Optional.empty(), found, cancellation);
  }

  /// What was put out in a part.
  @FunctionalInterface
  public interface SegmentOutputs {
    /// All of it.
    Outputs of(AgentSegment agentSegment);
  }

  @Override
  public void close() {
    network.close();
  }
}
