package dev.hindsight.trainer.env;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EventDeclaration;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The sizes and meanings of an environment, fixed at creation.
///
/// @param agents A, the agents a policy controls
/// @param observation what each of the D numbers means
/// @param actions what an agent may do
/// @param tickSeconds simulated seconds a step takes
/// @param trials K, trials per episode; 1 if the environment has no trials
/// @param trialTimeoutTicks ticks after which a trial ends by itself
/// @param stateColumns the environment's own columns, besides what [StepBuffer] holds: `pose`,
///   `goal`, ...
/// @param agentsPerWorld number of agents in each of several worlds side by side, in order; for a
///   single world, all agents
/// @param neutral the action that replaces an invalid one; empty if an invalid action ends the run
/// @param timeLimit whether episodes can end with
///   [dev.hindsight.trainer.outcome.EpisodeEnd#TIMEOUT]
/// @param figures what the environment reports of every step and agent by name
/// @param actionMask whether [StepBuffer#actionMask] says which actions are legal
/// @param groups the agents that may be trained as one decision maker; an agent of no group decides
///   for itself
/// @param events what the environment can report in [StepBuffer#event]
public record EnvironmentShape(
    int agents,
    ObservationLayout observation,
    ActionSpace actions,
    double tickSeconds,
    int trials,
    int trialTimeoutTicks,
    List<Column> stateColumns,
    List<Integer> agentsPerWorld,
    Optional<NeutralAction> neutral,
    boolean timeLimit,
    List<StepFigure> figures,
    ActionMask actionMask,
    List<AgentGroup> groups,
    List<EventKind> events) {
  /// Copies the lists.
  public EnvironmentShape {
    stateColumns = List.copyOf(stateColumns);
    agentsPerWorld = List.copyOf(agentsPerWorld);
    figures = List.copyOf(figures);
    groups = List.copyOf(groups);
    events = List.copyOf(events);
    EventDeclaration.check(events);
    AgentGroup.check(groups, agents);
    if (agentsPerWorld.stream().mapToInt(Integer::intValue).sum() != agents) {
      throw new IllegalArgumentException(agentsPerWorld + " are not " + agents + " agents");
    }
    if (actionMask != ActionMask.NONE && actions instanceof ActionSpace.Continuous) {
      throw new IllegalArgumentException("only discrete actions have masks");
    }
  }

  /// A single world in which invalid actions end the run, no time limit cuts episodes, every action
  /// is legal, and the events are the common ones.
  public EnvironmentShape(
      int agents,
      ObservationLayout observation,
      ActionSpace actions,
      double tickSeconds,
      int trials,
      int trialTimeoutTicks,
      List<Column> stateColumns) {
    this(
        agents,
        observation,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        stateColumns,
        List.of(agents),
        Optional.empty(),
        false,
        List.of(),
        ActionMask.NONE,
        List.of(),
        EventKind.COMMON);
  }

  /// The shape of several worlds like this one side by side, with all their agents in one; without
  /// columns. A group exists only in worlds that have all its members.
  ///
  /// @param agentsPerWorld number of agents in each world
  public EnvironmentShape sideBySide(List<Integer> agentsPerWorld) {
    List<AgentGroup> all = new ArrayList<>();
    int first = 0;
    for (int world = 0; world < agentsPerWorld.size(); world++) {
      int count = agentsPerWorld.get(world);
      for (AgentGroup group : groups) {
        if (group.members().stream().allMatch(member -> member < count)) {
          all.add(group.of(world, first));
        }
      }
      first += count;
    }
    return of(List.of(), agentsPerWorld, neutral, timeLimit, figures, actionMask, all, events);
  }

  /// A copy whose agents observe other numbers.
  public EnvironmentShape with(ObservationLayout observed) {
    return new EnvironmentShape(
        agents,
        observed,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        stateColumns,
        agentsPerWorld,
        neutral,
        timeLimit,
        figures,
        actionMask,
        groups,
        events);
  }

  /// A copy with an action that replaces invalid ones.
  public EnvironmentShape with(NeutralAction action) {
    return of(
        stateColumns,
        agentsPerWorld,
        Optional.of(action),
        timeLimit,
        figures,
        actionMask,
        groups,
        events);
  }

  /// A copy whose episodes can be cut by a time limit that is no part of the task.
  public EnvironmentShape withTimeLimit() {
    return of(stateColumns, agentsPerWorld, neutral, true, figures, actionMask, groups, events);
  }

  /// A copy with other columns of its own.
  public EnvironmentShape withColumns(List<Column> columns) {
    return of(columns, agentsPerWorld, neutral, timeLimit, figures, actionMask, groups, events);
  }

  /// A copy that reports figures by name.
  public EnvironmentShape with(List<StepFigure> reported) {
    return of(
        stateColumns, agentsPerWorld, neutral, timeLimit, reported, actionMask, groups, events);
  }

  /// A copy that says which actions are legal.
  ///
  /// @throws IllegalArgumentException for continuous actions
  public EnvironmentShape with(ActionMask mask) {
    return of(stateColumns, agentsPerWorld, neutral, timeLimit, figures, mask, groups, events);
  }

  /// A copy whose agents form groups; those that are in none decide for themselves.
  ///
  /// @throws IllegalArgumentException if an agent does not exist or is in two groups
  public EnvironmentShape withGroups(List<AgentGroup> decisionMakers) {
    return of(
        stateColumns,
        agentsPerWorld,
        neutral,
        timeLimit,
        figures,
        actionMask,
        decisionMakers,
        events);
  }

  /// A copy that reports other events than the common ones. Its type's [EnvironmentType#events] are
  /// among them.
  ///
  /// @throws IllegalArgumentException if two have the same name or number
  public EnvironmentShape withEvents(List<EventKind> declared) {
    return of(
        stateColumns, agentsPerWorld, neutral, timeLimit, figures, actionMask, groups, declared);
  }

  /// The events it reports, and the common ones, which conditions and evaluations know everywhere.
  public List<EventKind> knownEvents() {
    return Stream.concat(EventKind.COMMON.stream(), events.stream()).distinct().toList();
  }

  /// What recordings hold: the events it reports, and refused actions if actions can be refused.
  public List<EventKind> recordedEvents() {
    return neutral.isEmpty()
        ? events
        : Stream.concat(events.stream(), Stream.of(EventKind.REFUSED)).toList();
  }

  private EnvironmentShape of(
      List<Column> columns,
      List<Integer> agentsOfWorlds,
      Optional<NeutralAction> action,
      boolean limited,
      List<StepFigure> reported,
      ActionMask mask,
      List<AgentGroup> decisionMakers,
      List<EventKind> happenings) {
    return new EnvironmentShape(
        agentsOfWorlds.stream().mapToInt(Integer::intValue).sum(),
        observation,
        actions,
        tickSeconds,
        trials,
        trialTimeoutTicks,
        columns,
        agentsOfWorlds,
        action,
        limited,
        reported,
        mask,
        decisionMakers,
        happenings);
  }

  /// Bytes of an agent's action mask: n joint actions, or 0 if there is no mask.
  public int maskWidth() {
    return actionMask.width(actions);
  }

  /// Observations of an episode of some ticks: the final one before a time limit comes on top.
  public int observations(int ticks) {
    return timeLimit ? ticks + 1 : ticks;
  }
}
