package dev.hindsight.trainer.env.drive.simulation;

/// The settings of a drive environment that do not depend on the map.
///
/// @param dt simulated seconds per tick
/// @param fidelity whether the reference's defects are reproduced
public record DriveConfig(
    ReferenceVariant preset,
    ObservedRows sight,
    DynamicsModel dynamics,
    ActionKind actions,
    AgentSelection casting,
    Goals goals,
    Limits limits,
    Rewards rewards,
    Reaction collisionBehavior,
    Reaction offroadBehavior,
    RewardConditioning conditioning,
    float dt,
    Fidelity fidelity) {
  /// Ego features with hidden goals: whether the goal is seen, and where the trial began (two for
  /// the place, two for the direction).
  public static final int HIDDEN_GOAL_FEATURES = 5;

  /// Ego features before conditioning: the preset's own, three more for the integrators of the jerk
  /// model, and those that come with hidden goals.
  public int egoFeatures() {
    return preset.egoFeatures()
        + (dynamics == DynamicsModel.JERK ? 3 : 0)
        + (goals.hidden() ? HIDDEN_GOAL_FEATURES : 0);
  }

  /// Whether the reference's defects are reproduced.
  public boolean quirks() {
    return fidelity == Fidelity.REFERENCE;
  }

  /// The two variants of the reference, which differ in sizes, lane rules and rewards.
  public enum ReferenceVariant {
    /// PufferDrive 2.0.
    CLASSIC(32, 128, 7),
    /// The fork for adaptive driving.
    ADAPTIVE(64, 200, 9);

    private final int maxActors;
    private final int roadsObserved;
    private final int egoFeatures;

    ReferenceVariant(int maxActors, int roadsObserved, int egoFeatures) {
      this.maxActors = maxActors;
      this.roadsObserved = roadsObserved;
      this.egoFeatures = egoFeatures;
    }

    /// The most bodies in a scene, controlled or not.
    public int maxActors() {
      return maxActors;
    }

    /// The most road segments an agent observes.
    public int roadsObserved() {
      return roadsObserved;
    }

    public int egoFeatures() {
      return egoFeatures;
    }
  }

  /// The size of an agent's observation; unused rows are zeros.
  ///
  /// @param partners the most observed vehicles
  /// @param roads the most observed road segments, those of nearer cells first
  public record ObservedRows(int partners, int roads) {}

  /// How an action moves a body.
  public enum DynamicsModel {
    /// Acceleration and steering angle, effective at once.
    CLASSIC,
    /// Longitudinal and lateral jerk, integrated twice.
    JERK
  }

  /// The form of an action.
  public enum ActionKind {
    /// One of a grid of joint actions.
    DISCRETE,
    /// Two numbers in `[-1, 1]`.
    CONTINUOUS
  }

  /// Whether the reference's defects are reproduced; docs/drive-quirks.md lists them.
  public enum Fidelity {
    /// Defects are fixed.
    MENDED,
    /// Defects are reproduced, for comparison with the reference's traces.
    REFERENCE
  }

  /// The effect of an event on its body.
  public enum Reaction {
    /// Only the reward.
    IGNORE,
    /// It stands still until the next start.
    STOP,
    /// It leaves the map until the next start.
    REMOVE
  }

  /// Which bodies are created and controlled.
  ///
  /// @param initSteps frame of the logs from which all bodies start
  /// @param maxAgents the most agents a policy controls
  /// @param maxControlled agents beyond this number replay their log; -1 for no such limit
  /// @param egos number of egos, counted from the first agent; the rest are co-players; 0: all are
  ///   egos
  public record AgentSelection(
      ControlledBodies control,
      CreatedBodies creation,
      int initSteps,
      int maxAgents,
      int maxControlled,
      int egos) {}

  /// Which kinds of body a policy may control.
  public enum ControlledBodies {
    /// Vehicles.
    VEHICLES,
    /// Vehicles, pedestrians and cyclists.
    AGENTS,
    /// All of them, even those marked as experts or close to their goal.
    WOSAC,
    /// Only the ego vehicle of the log.
    SDC_ONLY
  }

  /// Which bodies exist.
  public enum CreatedBodies {
    /// All with a position in the logs at the first frame.
    ALL_VALID,
    /// Only the controlled ones.
    ONLY_CONTROLLED
  }

  /// @param radius metres within which a goal is reached
  /// @param maxSpeed highest speed in m/s at which it counts as reached
  /// @param targetDistance metres to a newly drawn goal
  /// @param within largest distance in metres of a first goal along its log; 0 for the log's own
  ///   goal. With hidden goals: metres from where the lanes first part to the exits; 0 for the ends
  ///   of the lanes
  /// @param hidden whether each episode draws every agent's goal from its exits and shows it only
  ///   from nearby
  /// @param seenWithin metres within which a hidden goal is observed
  public record Goals(
      GoalBehavior behavior,
      float radius,
      float maxSpeed,
      float targetDistance,
      float within,
      boolean hidden,
      float seenWithin) {}

  /// The effect of reaching a goal.
  public enum GoalBehavior {
    /// The agent returns to its start as a ghost.
    RESPAWN,
    /// The agent gets a new goal further along a lane.
    GENERATE_NEW,
    /// The agent stands still.
    STOP,
    /// The agent is in limbo until the trial ends; K trials of the same scenario make an episode.
    TRIAL
  }

  /// Durations of episodes and trials.
  ///
  /// @param episodeTicks tick at which an episode ends, outside trial mode
  /// @param trials K
  /// @param trialTicks time limit of a trial in ticks
  public record Limits(int episodeTicks, Termination termination, int trials, int trialTicks) {}

  /// What ends an episode outside trial mode.
  public enum Termination {
    /// Only the time limit.
    TIME_LIMIT,
    /// The time limit, or all agents having reached their goal and respawned.
    ALL_RESPAWNED
  }

  /// Reward weights.
  public record Rewards(
      float collision,
      float offroad,
      float goal,
      float postRespawn,
      float laneAlign,
      float velocityAlign) {}
}
