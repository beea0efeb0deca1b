package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationMatch;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The numbers of a channel that both recordings have: those of paired agents and, if an agent has
/// several, those with the same meaning.
///
/// @param one the channel in the first recording
/// @param other the channel of that name in the second recording
/// @param agents the paired agents; a single pair without an agent if the channel has none
/// @param components indices of an agent's numbers in the first recording
/// @param otherComponents their indices in the second recording
record ChannelPair(
    Channel one,
    Channel other,
    List<AgentPairs.AgentPair> agents,
    int[] components,
    int[] otherComponents) {
  private static final AgentPairs.AgentPair NO_AGENT =
      new AgentPairs.AgentPair(Moment.NO_AGENT, Moment.NO_AGENT);

  /// A pair, or why there is none. A pair may leave something out and says what.
  ///
  /// @param pair empty if nothing can be compared
  /// @param left what cannot be compared, as a sentence; empty if nothing
  record Pairing(Optional<ChannelPair> pair, String left) {}

  /// Matches a channel that both recordings have.
  static Pairing of(Rollout one, Rollout other, Channel mine, Channel theirs, AgentPairs agents) {
    String name = mine.spec().name();
    boolean perAgent = mine.spec().perAgent();
    if (perAgent != theirs.spec().perAgent()) {
      return none(wording("ChannelPair.has_a_value_for_each_agent", name));
    }
    int width = perAgent ? width(mine, agents.agents()) : mine.rowLength();
    int otherWidth = perAgent ? width(theirs, agents.others()) : theirs.rowLength();
    List<AgentPairs.AgentPair> who = perAgent ? agents.pairs() : List.of(NO_AGENT);
    boolean observed = name.equals("observation") && perAgent;
    if (Arrays.equals(parts(mine), parts(theirs)) && (!observed || aligned(one, other, width))) {
      int[] all = IntStream.range(0, width).toArray();
      return new Pairing(Optional.of(new ChannelPair(mine, theirs, who, all, all)), "");
    }
    if (observed
        && one.manifest().observation().size() <= width
        && other.manifest().observation().size() <= otherWidth) {
      return segments(one, other, new ChannelPair(mine, theirs, who, new int[0], new int[0]));
    }
    return none(wording("ChannelPair.has_numbers_each_in_a_and", name, width, otherWidth));
  }

  /// Whether the numbers of both observations mean the same, number by number, as far as their
  /// layouts say.
  private static boolean aligned(Rollout one, Rollout other, int width) {
    ObservationLayout mine = one.manifest().observation();
    ObservationLayout theirs = other.manifest().observation();
    if (mine.size() != width || theirs.size() != width) {
      return true;
    }
    return ObservationMatch.structure(mine, theirs).isEmpty()
        && mine.segments().stream()
            .allMatch(
                segment -> theirs.named(segment.name()).orElseThrow().offset() == segment.offset());
  }

  /// Pairs segments of the same name and shape.
  private static Pairing segments(Rollout one, Rollout other, ChannelPair whole) {
    ObservationLayout mine = one.manifest().observation();
    ObservationLayout theirs = other.manifest().observation();
    List<Integer> from = new ArrayList<>();
    List<Integer> to = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (ObservationLayout.Segment segment : mine.segments()) {
      Optional<ObservationLayout.Segment> named = theirs.named(segment.name());
      Optional<ObservationLayout.Segment> same =
          named.filter(s -> s.shape().equals(segment.shape()) && s.names().equals(segment.names()));
      if (same.isEmpty()) {
        left.add(apart(segment, named));
      }
      for (int i = 0; i < segment.length() && same.isPresent(); i++) {
        from.add(segment.offset() + i);
        to.add(same.get().offset() + i);
      }
    }
    theirs.segments().stream()
        .map(ObservationLayout.Segment::name)
        .filter(name -> mine.named(name).isEmpty())
        .forEach(left::add);
    String sentence =
        wording("ChannelPair.observation_cannot_be_compared", String.join(", ", left));
    if (from.isEmpty()) {
      return none(wording("ChannelPair.observation_has_no_part_that_both"));
    }
    int[] components = from.stream().mapToInt(Integer::intValue).toArray();
    int[] others = to.stream().mapToInt(Integer::intValue).toArray();
    return new Pairing(
        Optional.of(new ChannelPair(whole.one, whole.other, whole.agents, components, others)),
        left.isEmpty() ? "" : sentence);
  }

  private static String apart(
      ObservationLayout.Segment segment, Optional<ObservationLayout.Segment> other) {
    return other
        .filter(named -> !named.shape().equals(segment.shape()))
        .map(named ->
            wording(
                "ChannelPair.is_and",
                segment.name(),
                ObservationMatch.array(segment.shape()),
                ObservationMatch.array(named.shape())))
        .orElse(segment.name());
  }

  private static Pairing none(String left) {
    return new Pairing(Optional.empty(), left);
  }

  private static int width(Channel channel, int agents) {
    return agents == 0 ? 0 : channel.rowLength() / agents;
  }

  /// The sizes of one agent's part of the channel.
  private static int[] parts(Channel channel) {
    int[] shape = channel.rowShape();
    return channel.spec().perAgent() ? Arrays.copyOfRange(shape, 1, shape.length) : shape;
  }

  /// The number of numbers compared at a tick.
  int length() {
    return agents.size() * components.length;
  }

  /// Whether whole rows are compared as they are stored.
  boolean whole() {
    return one.rowLength() == length()
        && other.rowLength() == length()
        && IntStream.range(0, agents.size())
            .allMatch(i ->
                Math.max(0, agents.get(i).one()) == i && Math.max(0, agents.get(i).other()) == i)
        && Arrays.equals(components, otherComponents);
  }

  /// The indices of the compared numbers in the first recording's row.
  int[] places() {
    return places(components, one.rowLength() / Math.max(1, count(one)), AgentPairs.AgentPair::one);
  }

  /// Their indices in the second recording's row.
  int[] otherPlaces() {
    return places(
        otherComponents,
        other.rowLength() / Math.max(1, count(other)),
        AgentPairs.AgentPair::other);
  }

  private static int count(Channel channel) {
    return channel.spec().perAgent() ? channel.rowShape()[0] : 1;
  }

  private int[] places(
      int[] parts, int width, java.util.function.ToIntFunction<AgentPairs.AgentPair> side) {
    int[] places = new int[length()];
    for (int i = 0; i < places.length; i++) {
      int agent = Math.max(0, side.applyAsInt(agents.get(i / parts.length)));
      places[i] = agent * width + parts[i % parts.length];
    }
    return places;
  }
}
