package dev.hindsight.trainer.env.drive.simulation;

/// Everything that was decided about a drive environment before its map was read.
///
/// @param dt simulated seconds a tick takes
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

  /// Ego features before conditioning: the preset's own, and three more for the integrators of the
  /// jerk model.
  public int egoFeatures() {
    return preset.egoFeatures() + (dynamics == DynamicsModel.JERK ? 3 : 0);
  }

  /// Whether defects of the reference are kept.
  public boolean quirks() {
    return fidelity == Fidelity.REFERENCE;
  }

  /// The two systems the reference exists in: sizes, and how lanes and rewards are computed.
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

    /// Bodies a scene has at most, controlled or not.
    public int maxActors() {
      return maxActors;
    }

    /// Road segments an agent observes at most.
    public int roadsObserved() {
      return roadsObserved;
    }

    public int egoFeatures() {
      return egoFeatures;
    }
  }

  /// How much an agent observes at most; rows beyond what there is are zeros.
  ///
  /// @param partners vehicles about it
  /// @param roads road segments about it, those of nearer cells first
  public record ObservedRows(int partners, int roads) {}

  /// How an action moves a body.
  public enum DynamicsModel {
    /// Acceleration and steering angle, at once.
    CLASSIC,
    /// Longitudinal and lateral jerk, integrated twice.
    JERK
  }

  /// What an action is made of.
  public enum ActionKind {
    /// One of a grid of joint actions.
    DISCRETE,
    /// Two numbers in `[-1, 1]`.
    CONTINUOUS
  }

  /// Whether the reference's defects are kept; docs/drive-quirks.md lists them.
  public enum Fidelity {
    /// Defects are mended.
    MENDED,
    /// Defects are reproduced, for comparison with its traces.
    REFERENCE
  }

  /// What an event does to the body it happens to.
  public enum Reaction {
    /// Nothing besides the reward.
    IGNORE,
    /// It stands still until the next start.
    STOP,
    /// It leaves the map until the next start.
    REMOVE
  }

  /// Who is created and who is controlled.
  ///
  /// @param initSteps frame of the logs everyone starts from
  /// @param maxAgents agents a policy controls at most
  /// @param maxControlled agents beyond these replay their log instead; -1 for no such limit
  /// @param egos the first so many agents are egos, the rest co-players; 0: all are egos
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
    /// All of them, even where marked as experts or close to their goal.
    WOSAC,
    /// The ego vehicle of the log alone.
    SDC_ONLY
  }

  /// Which bodies there are.
  public enum CreatedBodies {
    /// All that the logs know at the first frame.
    ALL_VALID,
    /// None but the controlled.
    ONLY_CONTROLLED
  }

  /// @param radius metres within which a goal is reached
  /// @param maxSpeed metres a second above which it is not
  /// @param targetDistance metres to a newly drawn goal
  /// @param within metres along its log a first goal lies at most; 0 for the log's own
  public record Goals(
      GoalBehavior behavior, float radius, float maxSpeed, float targetDistance, float within) {}

  /// What happens at a goal.
  public enum GoalBehavior {
    /// Back to the start, as a ghost.
    RESPAWN,
    /// A new goal, further along a lane.
    GENERATE_NEW,
    /// Stand still.
    STOP,
    /// Limbo until the trial ends; K trials of the same scenario make an episode.
    TRIAL
  }

  /// How long things last.
  ///
  /// @param episodeTicks tick at which an episode ends, outside trial mode
  /// @param trials K
  /// @param trialTicks ticks after which a trial ends by itself
  public record Limits(int episodeTicks, Termination termination, int trials, int trialTicks) {}

  /// What ends an episode outside trial mode.
  public enum Termination {
    /// Time alone.
    TIME_LIMIT,
    /// Time, or every agent having reached its goal and respawned.
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
