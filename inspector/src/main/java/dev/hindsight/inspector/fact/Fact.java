package dev.hindsight.inspector.fact;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;

/// A statement that the user expects to hold for every recording it is checked on.
public sealed interface Fact {
  /// A vehicle collision, as a condition.
  String COLLISION = "collision[a]";

  /// A sentence for users: "no agent collides".
  String name();

  /// A condition, and how often it must hold.
  ///
  /// @param condition in CEL
  /// @param agent the agent it concerns, or [Moment#NO_AGENT] for all
  record Holds(String name, String condition, Demand demand, int agent) implements Fact {
    /// The same for all agents.
    public Holds(String name, String condition, Demand demand) {
      this(name, condition, demand, Moment.NO_AGENT);
    }
  }

  /// The mean score of the egos in a trial, over all episodes.
  ///
  /// @param trial from 0
  /// @param least the lowest allowed mean
  record MeanScore(String name, int trial, double least) implements Fact {}

  /// How often a condition must hold.
  enum Demand {
    /// At no tick, for no agent.
    NEVER("never"),
    /// At every tick, for every agent.
    ALWAYS("always"),
    /// At some tick of every trial that ended, for every agent.
    IN_EVERY_TRIAL("inEveryTrial");

    private final String key;

    Demand(String key) {
      this.key = key;
    }

    /// Its key in files.
    public String key() {
      return key;
    }
  }

  /// "agent 33 reaches its goal in every trial".
  static Fact reachesGoal(int agent, AgentNames names) {
    return new Holds(
        wording("Fact.reaches_its_goal_in_every_trial", names.titled(agent)),
        "goal[a]",
        Demand.IN_EVERY_TRIAL,
        agent);
  }

  /// "agent 3 reaches its goal by trial tick 26 in every trial".
  static Fact reachesGoalBy(int agent, int trialTick, AgentNames names) {
    return new Holds(
        wording("Fact.reaches_its_goal_by_trial_tick", names.titled(agent), trialTick),
        "goal[a] && trial_tick <= " + trialTick,
        Demand.IN_EVERY_TRIAL,
        agent);
  }

  /// "agent 3 never collides".
  static Fact neverCollides(int agent, AgentNames names) {
    return new Holds(
        wording("Fact.never_collides", names.titled(agent)), COLLISION, Demand.NEVER, agent);
  }

  /// "agent 3 KL008 never loses separation".
  static Fact never(EventKind kind, int agent, AgentNames names) {
    return new Holds(
        wording("Fact.never_causes", names.titled(agent), kind.result()),
        kind.signal() + "[a]",
        Demand.NEVER,
        agent);
  }

  /// "no agent collides".
  static Fact noAgentCollides() {
    return new Holds(wording("Fact.no_agent_collides"), COLLISION, Demand.NEVER);
  }

  /// "no agent loses separation".
  static Fact noAgentCauses(EventKind kind) {
    return new Holds(
        wording("Fact.no_agent_causes", kind.result()), kind.signal() + "[a]", Demand.NEVER);
  }

  /// "trial 4 scores at least 0.85 on average".
  static Fact scores(int trial, double least) {
    return new MeanScore(
        wording("Fact.trial_scores_at_least_on_average", trial + 1, least), trial, least);
  }
}
