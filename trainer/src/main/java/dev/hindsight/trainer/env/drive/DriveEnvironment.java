package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.env.drive.observation.DriveObserver;
import dev.hindsight.trainer.env.drive.reward.DriveRewardFunction;
import dev.hindsight.trainer.env.drive.reward.EpisodeLog;
import dev.hindsight.trainer.env.drive.reward.EpisodeState;
import dev.hindsight.trainer.env.drive.reward.GoalTracker;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import dev.hindsight.trainer.env.drive.simulation.ExpertReplay;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Vehicles on a map, over one or K trials of the same scenario. Hot loop: [#step] and [#reset]
/// allocate nothing; one owner thread at a time.
final class DriveEnvironment implements Environment {
  private final DriveScenario driveScenario;
  private final long seed;
  private final Bodies bodies;
  private final EpisodeState episodeState;
  private final StepBuffer buffer;
  private final ActionCheck check;
  private final ExpertReplay expertReplay;
  private final GoalTracker goals;
  private final DriveRewardFunction driveRewardFunction;
  private final EpisodeLog log;
  private final EpisodeClock clock;
  private final DriveObserver driveObserver;
  private final DriveEditor edits;
  private final EpisodeBucket bucket;
  private final int mass;
  private final int friction;

  DriveEnvironment(DriveScenario driveScenario, long seed) {
    this(driveScenario, seed, TrialReset.WHOLE);
  }

  /// @param reset how the next trial starts
  DriveEnvironment(DriveScenario driveScenario, long seed, TrialReset reset) {
    this(driveScenario, seed, reset, EpisodeBucket.none());
  }

  /// @param reset how the next trial starts
  /// @param bucket of its episodes
  DriveEnvironment(DriveScenario driveScenario, long seed, TrialReset reset, EpisodeBucket bucket) {
    this.bucket = bucket;
    mass = bucket.index(DriveSettings.MASS);
    friction = bucket.index(DriveSettings.FRICTION);
    this.driveScenario = driveScenario;
    this.seed = seed;
    DriveConfig config = driveScenario.config();
    Roster roster = driveScenario.roster();
    int agents = driveScenario.shape().agents();
    bodies = new Bodies(agents, roster.size());
    episodeState = newState(driveScenario);
    buffer = new StepBuffer(agents, DriveLayout.size(config));
    check = new ActionCheck(driveScenario.shape().actions(), agents);
    expertReplay = new ExpertReplay(roster, config);
    goals = new GoalTracker(config, roster, driveScenario.roads().lanePoints());
    ContactRule contactRule = new ContactRule(driveScenario.roads(), roster, config);
    driveRewardFunction =
        new DriveRewardFunction(config, contactRule, goals, roster.egos(config.casting()));
    log = new EpisodeLog(config, roster);
    clock =
        new EpisodeClock(
            driveScenario.start(),
            config,
            roster,
            driveScenario.exits(),
            log,
            reset,
            this::showLast,
            bucket);
    buffer.finalObservation();
    driveObserver =
        new DriveObserver(
            driveScenario.roads().grid(),
            driveScenario.surroundings(),
            roster,
            driveScenario.start(),
            config);
    edits = new DriveEditor(driveScenario.start(), bodies, contactRule, this::show);
    reset();
  }

  @Override
  public EnvironmentShape shape() {
    return driveScenario.shape();
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    episodeState.reset(seed);
    clock.begin(bodies, episodeState);
    buffer.clearResults();
    show();
  }

  @Override
  public void step(Actions actions) {
    check.admit(actions);
    buffer.clearResults();
    episodeState.tick++;
    if (!clock.endEpisode(bodies, episodeState, buffer)) {
      bodies.mass = (float) bucket.value(mass, 1);
      bodies.friction = (float) bucket.value(friction, Double.POSITIVE_INFINITY);
      expertReplay.move(bodies, logFrame());
      for (int a = 0; a < bodies.agents; a++) {
        move(a, actions);
      }
      for (int a = 0; a < bodies.agents; a++) {
        driveRewardFunction.arrival(bodies, episodeState, buffer, a);
      }
      goals.respawn(bodies, episodeState);
      clock.endTrial(bodies, episodeState, buffer);
    }
    show();
  }

  /// The frame of the logs for this tick: every trial sees the same frames.
  private int logFrame() {
    boolean trials = driveScenario.config().goals().behavior() == GoalBehavior.TRIAL;
    int sinceStart = episodeState.tick - episodeState.trialStart;
    return trials ? driveScenario.config().casting().initSteps() + sinceStart : episodeState.tick;
  }

  private void move(int agent, Actions actions) {
    float vx = bodies.vx[agent];
    float vy = bodies.vy[agent];
    if (bodies.removed[agent] == 0) {
      if (bodies.stopped[agent] == 1) {
        bodies.stop(agent);
      } else {
        driveScenario.dynamics().move(bodies, agent, actions);
      }
    }
    driveRewardFunction.motion(bodies, episodeState, buffer, agent, vx, vy);
  }

  private void show() {
    for (int a = 0; a < bodies.agents; a++) {
      buffer.removed[a] = (byte) bodies.removed[a];
    }
    buffer.trial = episodeState.trial;
    buffer.trialTick = episodeState.tick - episodeState.trialStart;
    driveObserver.observe(bodies, episodeState, buffer.observation);
  }

  private void showLast() {
    driveObserver.observe(bodies, episodeState, buffer.finalObservation());
  }

  @Override
  public long stateHash() {
    return episodeState.digest(bodies.digest(0));
  }

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            driveScenario.config() + " " + driveScenario.start().digest(0),
            stream -> {
              bodies.transfer(stream);
              episodeState.transfer(stream);
              buffer.transfer(stream);
            },
            this::show));
  }

  @Override
  public Snapshot snapshot() {
    return new DriveSnapshot(driveScenario, bodies, episodeState, buffer);
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof DriveSnapshot state) || !state.fits(driveScenario)) {
      throw new IllegalArgumentException("a snapshot of another environment");
    }
    state.restore(bodies, episodeState, buffer);
    show();
  }

  @Override
  public Optional<WorldEditor> editable() {
    return Optional.of(edits);
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    driveScenario.columns().write(column, bodies, episodeState, row);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return driveScenario.fixed();
  }

  /// Includes the current episode as if it ended now.
  @Override
  public Map<String, Double> totals() {
    EpisodeState now = newState(driveScenario);
    now.copyFrom(episodeState);
    if (episodeState.ended == 0 && episodeState.logs.ticks[0] > 0) {
      log.add(bodies, now, now.totals);
    }
    return now.totals.named();
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return episodeState.totals.trialTotals(
        driveScenario.roster().egos(driveScenario.config().casting()));
  }

  private static EpisodeState newState(DriveScenario scenario) {
    EnvironmentShape shape = scenario.shape();
    return new EpisodeState(shape.agents(), shape.trials(), scenario.exits().counts());
  }

  /// The bodies, for tests.
  Bodies bodies() {
    return bodies;
  }

  /// A copy of the full state and of the last results; observations follow from the state.
  private static final class DriveSnapshot implements Environment.Snapshot {
    private final DriveScenario driveScenario;
    private final Bodies bodies;
    private final EpisodeState episodeState;
    private final StepResults results;

    DriveSnapshot(
        DriveScenario driveScenario, Bodies bodies, EpisodeState episodeState, StepBuffer buffer) {
      this.driveScenario = driveScenario;
      this.bodies = new Bodies(bodies.agents, bodies.count);
      this.bodies.copyFrom(bodies);
      this.episodeState = newState(driveScenario);
      this.episodeState.copyFrom(episodeState);
      results = new StepResults(buffer);
    }

    /// Whether the snapshot comes from a compatible environment: the same rules and the same start.
    boolean fits(DriveScenario other) {
      return driveScenario.config().equals(other.config())
          && driveScenario.roster().size() == other.roster().size()
          && driveScenario.start().digest(0) == other.start().digest(0);
    }

    void restore(Bodies intoBodies, EpisodeState intoLedger, StepBuffer buffer) {
      intoBodies.copyFrom(bodies);
      intoLedger.copyFrom(episodeState);
      results.restore(buffer);
    }
  }

  /// Refuses actions outside the space before anything changes. Allocates nothing unless it
  /// refuses.
  private static final class ActionCheck {
    private final int agents;
    private final int joint;
    private final int numbers;

    ActionCheck(ActionSpace space, int agents) {
      this.agents = agents;
      joint =
          switch (space) {
            case ActionSpace.Discrete discrete -> discrete.count();
            case ActionSpace.Continuous _ -> 0;
          };
      numbers =
          switch (space) {
            case ActionSpace.Discrete _ -> 0;
            case ActionSpace.Continuous continuous -> continuous.names().size();
          };
    }

    /// @throws Problem naming the agent and the value
    void admit(Actions actions) {
      for (int a = 0; joint > 0 && a < agents; a++) {
        if (actions.joint[a] < 0 || actions.joint[a] >= joint) {
          throw Problem.of(
              a,
              wording("DriveEnvironment.action_is_not_one_of_the", actions.joint[a], joint),
              wording("DriveEnvironment.give_a_number_from_0_to", joint - 1));
        }
      }
      for (int i = 0; i < agents * numbers; i++) {
        if (!(Math.abs(actions.continuous[i]) <= 1)) {
          throw Problem.of(
              i / numbers,
              wording("DriveEnvironment.action_is_not_in_1_1", actions.continuous[i]),
              wording("DriveEnvironment.clip_actions_before_the_step_and"));
        }
      }
    }
  }

  /// Makes manual changes to the traffic.
  ///
  /// @param start state at the start of every trial
  /// @param bodies changed in place
  /// @param contact finds what an agent touches at its new place, and its lane there
  /// @param show makes the environment update its buffer
  private record DriveEditor(Bodies start, Bodies bodies, ContactRule contact, Runnable show)
      implements WorldEditor {
    /// Metres from the origin within which all traffic lies; NOWHERE is farther out.
    private static final float FAR = 9000;

    @Override
    public void place(int agent, float x, float y, float heading) {
      WorldEditor.checkNumbers(agent, x, y, heading);
      if (bodies.removed[agent] == 1) {
        throw WorldEditor.inLimbo(agent);
      }
      if (Math.abs(x) > FAR || Math.abs(y) > FAR) {
        throw Problem.of(
            agent,
            wording("DriveEnvironment.is_off_any_map", x, y),
            wording("DriveEnvironment.give_metres_within", FAR));
      }
      float speed = bodies.speed(agent);
      bodies.x[agent] = x;
      bodies.y[agent] = y;
      bodies.face(agent, heading);
      bodies.vx[agent] = speed * bodies.cos[agent];
      bodies.vy[agent] = speed * bodies.sin[agent];
      arrive(agent);
    }

    @Override
    public void remove(int agent) {
      if (bodies.removed[agent] == 1) {
        throw WorldEditor.inLimbo(agent);
      }
      bodies.remove(agent);
      bodies.stop(agent);
      arrive(agent);
    }

    @Override
    public void bring(int agent) {
      if (bodies.removed[agent] == 0) {
        throw WorldEditor.onTheMap(agent);
      }
      bodies.removed[agent] = 0;
      bodies.x[agent] = start.x[agent];
      bodies.y[agent] = start.y[agent];
      bodies.face(agent, start.heading[agent]);
      bodies.vx[agent] = start.vx[agent];
      bodies.vy[agent] = start.vy[agent];
      arrive(agent);
    }

    private void arrive(int agent) {
      bodies.collision[agent] = ContactRule.NOTHING;
      contact.look(bodies, agent);
      show.run();
    }
  }
}
