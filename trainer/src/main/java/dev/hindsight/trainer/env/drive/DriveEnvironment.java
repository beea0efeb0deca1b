package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Editable;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.DriveConfig.GoalBehavior;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Vehicles on a map, over one or K trials of the same scenario. Hot loop: [#step] and [#reset]
/// allocate nothing; one owner thread at a time.
final class DriveEnvironment implements Environment {
  private final Scenario scenario;
  private final long seed;
  private final Bodies bodies;
  private final Ledger ledger;
  private final StepBuffer buffer;
  private final ActionCheck check;
  private final Experts experts;
  private final GoalRule goals;
  private final Judge judge;
  private final EpisodeLog log;
  private final EpisodeClock clock;
  private final Observer observer;
  private final DriveEdits edits;

  DriveEnvironment(Scenario scenario, long seed) {
    this(scenario, seed, TrialReset.WHOLE);
  }

  /// @param reset how a trial begins again
  DriveEnvironment(Scenario scenario, long seed, TrialReset reset) {
    this.scenario = scenario;
    this.seed = seed;
    DriveConfig config = scenario.config();
    Roster roster = scenario.roster();
    int agents = scenario.shape().agents();
    bodies = new Bodies(agents, roster.size());
    ledger = new Ledger(agents, scenario.shape().trials());
    buffer = new StepBuffer(agents, config.observationSize());
    check = new ActionCheck(scenario.shape().actions(), agents);
    experts = new Experts(roster, config);
    goals = new GoalRule(config, roster, scenario.roads().lanePoints());
    Contact contact = new Contact(scenario.roads(), roster, config);
    judge = new Judge(config, contact, goals, EpisodeLog.egos(config, roster));
    log = new EpisodeLog(config, roster);
    clock = new EpisodeClock(scenario.start(), config, roster, log, reset);
    observer = new Observer(scenario.roads(), roster, config);
    edits = new DriveEdits(scenario.start(), bodies, contact, this::show);
    reset();
  }

  @Override
  public EnvironmentShape shape() {
    return scenario.shape();
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    ledger.reset(seed);
    clock.begin(bodies, ledger);
    buffer.clearResults();
    show();
  }

  @Override
  public void step(Actions actions) {
    check.admit(actions);
    buffer.clearResults();
    ledger.tick++;
    if (!clock.endEpisode(bodies, ledger, buffer)) {
      experts.move(bodies, logFrame());
      for (int a = 0; a < bodies.agents; a++) {
        move(a, actions);
      }
      for (int a = 0; a < bodies.agents; a++) {
        judge.arrival(bodies, ledger, buffer, a);
      }
      goals.respawn(bodies, ledger);
      clock.endTrial(bodies, ledger, buffer);
    }
    show();
  }

  /// The frame of the logs that belongs to this tick: every trial sees the same ones.
  private int logFrame() {
    boolean trials = scenario.config().goals().behavior() == GoalBehavior.TRIAL;
    int sinceStart = ledger.tick - ledger.trialStart;
    return trials ? scenario.config().casting().initSteps() + sinceStart : ledger.tick;
  }

  private void move(int agent, Actions actions) {
    float vx = bodies.vx[agent];
    float vy = bodies.vy[agent];
    if (bodies.removed[agent] == 0) {
      if (bodies.stopped[agent] == 1) {
        bodies.halt(agent);
      } else {
        scenario.dynamics().move(bodies, agent, actions);
      }
    }
    judge.motion(bodies, ledger, buffer, agent, vx, vy);
  }

  private void show() {
    for (int a = 0; a < bodies.agents; a++) {
      buffer.removed[a] = (byte) bodies.removed[a];
    }
    buffer.trial = ledger.trial;
    buffer.trialTick = ledger.tick - ledger.trialStart;
    observer.observe(bodies, ledger, buffer.observation);
  }

  @Override
  public long stateHash() {
    return ledger.digest(bodies.digest(0));
  }

  @Override
  public Snapshot snapshot() {
    return new DriveSnapshot(scenario, bodies, ledger, buffer);
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof DriveSnapshot state) || !state.fits(scenario)) {
      throw new IllegalArgumentException("a snapshot of another environment");
    }
    state.restore(bodies, ledger, buffer);
    show();
  }

  @Override
  public Optional<Editable> editable() {
    return Optional.of(edits);
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    scenario.columns().write(column, bodies, ledger, row);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return scenario.fixed();
  }

  /// Includes the episode under way as if it ended now.
  @Override
  public Map<String, Double> totals() {
    Ledger now = new Ledger(bodies.agents, scenario.shape().trials());
    now.copyFrom(ledger);
    if (ledger.ended == 0 && ledger.logs.ticks[0] > 0) {
      log.add(bodies, now, now.totals);
    }
    return now.totals.named();
  }

  @Override
  public List<Double> trialScores() {
    return ledger.totals.trialScores();
  }

  /// Where everybody is, for tests.
  Bodies bodies() {
    return bodies;
  }
}
