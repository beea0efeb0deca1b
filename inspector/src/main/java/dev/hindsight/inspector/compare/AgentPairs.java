package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Pairs the agents of two recordings: by id if both recordings have ids (a static array `agent_id`
/// with one whole number per agent), else by index. Immutable; any thread.
///
/// @param by how the agents were paired
/// @param pairs in the order of the first recording
/// @param agents A of the first recording
/// @param others A of the second recording
public record AgentPairs(PairedBy by, List<AgentPair> pairs, int agents, int others) {
  /// The static array that holds the ids.
  public static final String IDS = "agent_id";

  /// How agents are paired.
  public enum PairedBy {
    /// By an id that the recordings give each agent.
    ID,
    /// By the index on the axis `agent`.
    INDEX
  }

  /// @param one index in the first recording
  /// @param other index in the second recording
  public record AgentPair(int one, int other) {}

  /// Copies the list.
  public AgentPairs {
    pairs = List.copyOf(pairs);
  }

  /// Pairs the agents of two recordings.
  public static AgentPairs of(Rollout one, Rollout other) {
    int agents = one.manifest().agents();
    int others = other.manifest().agents();
    Optional<Map<Long, Integer>> known = ids(other);
    Optional<Map<Long, Integer>> own = ids(one);
    List<AgentPair> pairs = new ArrayList<>();
    if (own.isPresent() && known.isPresent()) {
      own.get()
          .forEach((id, agent) -> {
            if (known.get().containsKey(id)) {
              pairs.add(new AgentPair(agent, known.get().getOrDefault(id, 0)));
            }
          });
      pairs.sort(Comparator.comparingInt(AgentPair::one));
      return new AgentPairs(PairedBy.ID, pairs, agents, others);
    }
    for (int agent = 0; agent < Math.min(agents, others); agent++) {
      pairs.add(new AgentPair(agent, agent));
    }
    return new AgentPairs(PairedBy.INDEX, pairs, agents, others);
  }

  /// The agent of each id; empty if there are no ids, or if one occurs twice.
  private static Optional<Map<Long, Integer>> ids(Rollout rollout) {
    int agents = rollout.manifest().agents();
    Optional<NpyArray> array = rollout.fixed(IDS).filter(ids -> ids.length() == agents);
    if (array.isEmpty()) {
      return Optional.empty();
    }
    Map<Long, Integer> ids = new HashMap<>();
    for (int agent = 0; agent < agents; agent++) {
      ids.put((long) array.get().value(agent), agent);
    }
    return ids.size() == agents ? Optional.of(ids) : Optional.empty();
  }

  /// The index in the second recording of an agent of the first, if it is there too.
  public OptionalInt other(int agent) {
    return pairs.stream()
        .filter(agentPair -> agentPair.one() == agent)
        .mapToInt(AgentPair::other)
        .findFirst();
  }

  /// The index in the first recording of an agent of the second, if it is there too.
  public OptionalInt one(int agent) {
    return pairs.stream()
        .filter(agentPair -> agentPair.other() == agent)
        .mapToInt(AgentPair::one)
        .findFirst();
  }

  /// The same pairs with the recordings swapped.
  public AgentPairs swapped() {
    List<AgentPair> turned = new ArrayList<>();
    pairs.forEach(agentPair -> turned.add(new AgentPair(agentPair.other(), agentPair.one())));
    turned.sort(Comparator.comparingInt(AgentPair::one));
    return new AgentPairs(by, turned, others, agents);
  }

  /// The camera for the second recording that shows what a camera of the first does: one that
  /// follows an agent follows the same agent there.
  public Camera camera(Camera own) {
    return switch (own) {
      case Camera.Follow follow -> {
        OptionalInt agent = other(follow.agent());
        yield agent.isPresent()
            ? new Camera.Follow(agent.getAsInt(), follow.spanMetres(), follow.up())
            : new Camera.WholeMap();
      }
      case Camera.Story story ->
          new Camera.Story(
              other(story.agent()).orElse(Moment.NO_AGENT), story.spanMetres(), story.up());
      case Camera.WholeMap _, Camera.Free _ -> own;
    };
  }
}
