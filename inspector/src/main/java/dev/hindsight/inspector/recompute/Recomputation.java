package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Runs a recording's network again, part by part: its outputs, their rounding error and, where the
/// actual outputs differ, why. One owner thread.
public final class Recomputation implements AutoCloseable {
  private final Rollout rollout;
  private final Path checkpoint;
  private final Recomputer network;
  private final RecordedSegments segments;
  private final Optional<KnownOutputs.OfNetwork> known;
  private final DiscrepancyCase recorded;

  /// A part that begins with an empty memory.
  public record AgentSegment(int agent, Span segment) {}

  /// Compares two outputs of a part.
  ///
  /// @param most the largest difference
  /// @param share the largest difference, relative to the rounding error at its tick
  /// @param discrepancy where they differ by more than rounding; empty if nowhere
  public record SegmentComparison(
      Outputs.Difference most, double share, Optional<Discrepancy> discrepancy) {}

  private Recomputation(
      Rollout rollout,
      Path checkpoint,
      Recomputer network,
      RecordedSegments segments,
      Optional<KnownOutputs.OfNetwork> known,
      Cancellation cancellation) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.network = network;
    this.segments = segments;
    this.known = known;
    this.recorded = about(this::target, cancellation);
  }

  /// For a network that treats each agent alone.
  ///
  /// @param forms the unmodified network, not closed with this
  /// @param segments of the recording under this network
  /// @param known the outputs that audits have already computed
  public static Recomputation of(
      Rollout rollout,
      Path checkpoint,
      FormsOpener opening,
      TrainingAndActingForms forms,
      RecordedSegments segments,
      KnownOutputs known,
      Cancellation cancellation) {
    return new Recomputation(
        rollout,
        checkpoint,
        new FormsRecomputer(rollout, checkpoint, opening, forms),
        segments,
        Optional.of(known.of(opening, checkpoint)),
        cancellation);
  }

  /// For a network whose agents attend to each other.
  ///
  /// @throws dev.hindsight.trainer.Problem if the checkpoint does not fit
  public static Recomputation ofEdges(Rollout rollout, Path checkpoint, Cancellation cancellation) {
    Recomputer network = new EdgeRecomputer(rollout, checkpoint);
    return new Recomputation(
        rollout,
        checkpoint,
        network,
        new RecordedSegments(rollout, network.horizon()),
        Optional.empty(),
        cancellation);
  }

  private DiscrepancyCase about(
      DiscrepancyCase.ActualOutputs actualOutputs, Cancellation cancellation) {
    return new DiscrepancyCase(rollout, network, actualOutputs, cancellation);
  }

  /// All parts, earliest first.
  public List<AgentSegment> parts() {
    return segments.parts();
  }

  /// An agent's observations.
  public ObservedSegments sightings(int agent) {
    return segments.sightings(agent);
  }

  /// The correct outputs.
  public Outputs right(AgentSegment agentSegment) {
    return right(agentSegment, 0);
  }

  private Outputs right(AgentSegment part, int nudge) {
    return known
        .map(outputs -> outputs.learned(part, nudge, () -> computed(part, nudge)))
        .orElseGet(() -> computed(part, nudge));
  }

  private Outputs computed(AgentSegment part, int nudge) {
    return recorded.right(part.agent(), part.segment(), nudge);
  }

  /// The recorded outputs; empty if there are no logits or values, or if a partner drove the agent.
  public Optional<Outputs> recorded(AgentSegment agentSegment) {
    if (agentSegment.agent() >= RecordedPartners.drivenByPolicy(rollout.manifest())) {
      return Optional.empty();
    }
    return sightings(agentSegment.agent())
        .recorded(agentSegment.segment(), right(agentSegment).actions());
  }

  private Outputs target(int agent, Span span) {
    int actions = rollout.channel("logits").orElseThrow().rowLength() / rollout.manifest().agents();
    return sightings(agent).recorded(span, actions).orElseThrow();
  }

  /// The number of ticks outside limbo.
  public int live(AgentSegment agentSegment) {
    EpisodeFlags episodeFlags = sightings(agentSegment.agent()).passage();
    return (int)
        IntStream.range(agentSegment.segment().from(), agentSegment.segment().to())
            .filter(episodeFlags::live)
            .count();
  }

  /// Compares actual outputs with the correct ones.
  public SegmentComparison compare(AgentSegment agentSegment, Outputs put) {
    Outputs right = right(agentSegment);
    EpisodeFlags episodeFlags =
        sightings(agentSegment.agent()).passage().part(agentSegment.segment());
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

  /// The rounding error of computed outputs.
  private Tolerance tolerance(AgentSegment agentSegment, Outputs right, int nudges) {
    return Tolerance.measured(
        right,
        IntStream.rangeClosed(1, nudges).mapToObj(nudge -> right(agentSegment, nudge)).toList());
  }

  /// Explains why the recorded outputs differ from the correct ones.
  ///
  /// @param found all differences, not empty
  public Explanation ofRecording(List<Discrepancy> found, Cancellation cancellation) {
    return Explanation.of(recorded, Optional.of(checkpoint), found, cancellation);
  }

  /// Explains why actual outputs differ from the correct ones.
  ///
  /// @param found all differences, not empty
  /// @param segmentOutputs the actual outputs of the parts that differ
  public Explanation of(
      List<Discrepancy> found, SegmentOutputs segmentOutputs, Cancellation cancellation) {
    DiscrepancyCase about =
        about(
            (agent, span) -> {
              AgentSegment agentSegment =
                  parts().stream()
                      .filter(each -> each.agent() == agent && each.segment().contains(span))
                      .findFirst()
                      .orElseThrow();
              int from = span.from() - agentSegment.segment().from();
              return segmentOutputs.of(agentSegment).part(from, from + span.ticks());
            },
            cancellation);
    return Explanation.of(about, Optional.empty(), found, cancellation);
  }

  /// The actual outputs of a part.
  @FunctionalInterface
  public interface SegmentOutputs {
    /// All outputs of a part.
    Outputs of(AgentSegment agentSegment);
  }

  @Override
  public void close() {
    network.close();
  }
}
