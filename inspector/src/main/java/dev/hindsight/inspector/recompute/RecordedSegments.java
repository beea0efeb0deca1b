package dev.hindsight.inspector.recompute;

import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A recording cut into parts, each of one agent and beginning with an empty memory, and the groups
/// in which the acting form computes the parts. Immutable, for any thread.
///
/// Which parts form a group depends on the recording alone, because another grouping could round
/// differently.
public final class RecordedSegments {
  /// The most parts of a group. A tick of eight agents takes far less time than eight ticks of one
  /// agent.
  private static final int TOGETHER = 8;

  /// The most observed numbers of a group of several parts: 64 MiB.
  private static final long NUMBERS = 1L << 24;

  private final List<ObservedSegments> sightings;
  private final List<AgentSegment> parts;
  private final List<List<AgentSegment>> groups;

  /// @param horizon the most ticks that the memory reaches back
  public RecordedSegments(Rollout rollout, int horizon) {
    sightings =
        IntStream.range(0, rollout.manifest().agents())
            .mapToObj(agent -> new ObservedSegments(rollout, agent, horizon))
            .toList();
    List<AgentSegment> all = new ArrayList<>();
    for (int agent = 0; agent < sightings.size(); agent++) {
      for (Span segment : sightings.get(agent).segments()) {
        all.add(new AgentSegment(agent, segment));
      }
    }
    // Earliest first, because agents that attend to each other are computed together.
    all.sort(
        Comparator.<AgentSegment>comparingInt(agentSegment -> agentSegment.segment().from())
            .thenComparingInt(agentSegment -> agentSegment.segment().to())
            .thenComparingInt(AgentSegment::agent));
    parts = List.copyOf(all);
    groups = grouped(parts, AgentColumn.widthOf(rollout, "observation"));
  }

  private static List<List<AgentSegment>> grouped(List<AgentSegment> parts, int width) {
    List<List<AgentSegment>> groups = new ArrayList<>();
    List<AgentSegment> group = new ArrayList<>();
    long numbers = 0;
    for (AgentSegment part : parts) {
      long own = (long) part.segment().ticks() * width;
      if (group.size() == TOGETHER || (!group.isEmpty() && numbers + own > NUMBERS)) {
        groups.add(List.copyOf(group));
        group.clear();
        numbers = 0;
      }
      group.add(part);
      numbers += own;
    }
    if (!group.isEmpty()) {
      groups.add(List.copyOf(group));
    }
    return List.copyOf(groups);
  }

  /// All parts, earliest first.
  public List<AgentSegment> parts() {
    return parts;
  }

  /// All parts, earliest first, in groups that act together.
  public List<List<AgentSegment>> groups() {
    return groups;
  }

  /// An agent's observations.
  public ObservedSegments sightings(int agent) {
    return sightings.get(agent);
  }

  /// The ticks of all parts together.
  public long ticks() {
    return parts.stream().mapToLong(part -> part.segment().ticks()).sum();
  }

  /// A part's observations and flags.
  public ObservationSequence seen(AgentSegment part) {
    return sightings(part.agent()).seen(part.segment());
  }

  /// Whether a part's agent is ever in limbo within the part.
  public boolean limbo(AgentSegment part) {
    return sightings(part.agent()).limbo(part.segment());
  }
}
