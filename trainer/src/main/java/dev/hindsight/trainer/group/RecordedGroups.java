package dev.hindsight.trainer.group;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.observation.NestedObservation;
import dev.hindsight.trainer.observation.ObservationTree;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The groups of a recording's agents, as its manifest declares them, and its ticks as a library
/// with grouped agents would see them. Any thread.
///
/// An agent in limbo takes no part: neither before its action nor after it. The step of a group of
/// which some members are in limbo is refused, as in that library.
public final class RecordedGroups {
  private final Rollout rollout;
  private final List<AgentGroup> groups;
  private final List<String> ids;
  private final AgentGroups agentGroups;
  private final ObservationTree tree;
  private final Limbo limbo;
  private final EpisodeEnds ends;
  private final Optional<AgentColumn> observation;
  private final Optional<AgentColumn> reward;
  private final Optional<AgentColumn> terminal;
  private final Optional<AgentColumn> truncation;

  private RecordedGroups(Rollout rollout, List<AgentGroup> groups) {
    this.rollout = rollout;
    this.groups = List.copyOf(groups);
    ids = ids(rollout);
    Map<String, List<String>> members = new LinkedHashMap<>();
    groups.forEach(group -> members.put(group.name(), named(group)));
    agentGroups = new AgentGroups(members);
    tree = ObservationTree.of(rollout.manifest().observation());
    limbo = new Limbo(rollout);
    ends = new EpisodeEnds(rollout);
    observation = AgentColumn.observation(rollout);
    reward = AgentColumn.of(rollout, "reward");
    terminal = AgentColumn.of(rollout, "terminal");
    truncation = AgentColumn.of(rollout, "truncation");
  }

  /// The groups of a recording; empty if it declares none.
  ///
  /// @throws Problem if what it declares cannot be groups of its agents
  public static Optional<RecordedGroups> of(Rollout rollout) {
    try {
      List<AgentGroup> groups = GroupManifest.declared(rollout.manifest());
      return groups.isEmpty() ? Optional.empty() : Optional.of(new RecordedGroups(rollout, groups));
    } catch (IllegalArgumentException e) {
      throw new Problem(
          wording("RecordedGroups.its_groups_are_none", String.valueOf(e.getMessage())),
          rollout.file().toString(),
          wording("RecordedGroups.correct_the_manifest"),
          e);
    }
  }

  /// The agents' names if they have different ones, else their indices.
  private static List<String> ids(Rollout rollout) {
    int agents = rollout.manifest().agents();
    List<String> names =
        IntStream.range(0, agents).mapToObj(agent -> BodyNames.brief(rollout, agent)).toList();
    return new HashSet<>(names).size() == agents
        ? names
        : IntStream.range(0, agents).mapToObj(Integer::toString).toList();
  }

  /// The groups in the manifest's order.
  public List<AgentGroup> groups() {
    return groups;
  }

  /// The names of a group's members.
  public List<String> named(AgentGroup group) {
    return group.members().stream().map(ids::get).toList();
  }

  /// The results of a tick's actions, by group.
  ///
  /// @throws IllegalArgumentException naming the group and the agent, if some members of a group
  ///   are in limbo and others are not
  public GroupedStep step(int tick) {
    return agentGroups.group(byAgent(tick));
  }

  /// The members of a group that are in limbo before the actions of a tick, while others act; empty
  /// if all act, or none.
  public List<Integer> missing(AgentGroup group, int tick) {
    List<Integer> away = group.members().stream().filter(member -> limbo.at(tick, member)).toList();
    return away.size() == group.members().size() ? List.of() : away;
  }

  /// The reward of an agent's action; NaN if none is recorded.
  public double reward(int tick, int agent) {
    return value(reward, tick, agent);
  }

  /// The results of a tick's actions, by agent.
  private MultiAgentStep byAgent(int tick) {
    Map<String, NestedObservation> seen = new LinkedHashMap<>();
    Map<String, Double> rewards = new LinkedHashMap<>();
    Map<String, Boolean> terminateds = new LinkedHashMap<>();
    Map<String, Boolean> truncateds = new LinkedHashMap<>();
    for (int agent = 0; agent < ids.size(); agent++) {
      if (!limbo.at(tick, agent)) {
        String id = ids.get(agent);
        rewards.put(id, reward(tick, agent));
        terminateds.put(id, is(terminal, tick, agent));
        truncateds.put(id, is(truncation, tick, agent));
      }
    }
    boolean over = ends.allOver(tick);
    boolean cut = over && truncateds.values().stream().allMatch(Boolean::booleanValue);
    terminateds.put(MultiAgentStep.ALL, over && goneForGood(tick));
    truncateds.put(MultiAgentStep.ALL, cut);
    if (!over && tick + 1 < rollout.ticks()) {
      for (int agent = 0; observation.isPresent() && agent < ids.size(); agent++) {
        if (!limbo.at(tick + 1, agent)) {
          seen.put(ids.get(agent), observed(tick + 1, agent));
        }
      }
    }
    return new MultiAgentStep(seen, rewards, terminateds, truncateds);
  }

  private boolean goneForGood(int tick) {
    return IntStream.range(0, ids.size()).noneMatch(agent -> ends.timedOut(tick, agent));
  }

  /// What an agent observes before the action of a tick.
  public NestedObservation observed(int tick, int agent) {
    AgentColumn column = observation.orElseThrow();
    float[] row = new float[ids.size() * column.width()];
    column.read(tick, row);
    return new NestedObservation(
        tree, Arrays.copyOfRange(row, agent * column.width(), (agent + 1) * column.width()));
  }

  private static double value(Optional<AgentColumn> column, int tick, int agent) {
    return column.isPresent() ? column.get().value(tick, agent) : Double.NaN;
  }

  private static boolean is(Optional<AgentColumn> column, int tick, int agent) {
    return column.isPresent() && column.get().is(tick, agent);
  }
}
