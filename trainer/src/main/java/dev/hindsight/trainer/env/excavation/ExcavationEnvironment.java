package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.excavation.ExcavationConfig.Starts;
import dev.hindsight.trainer.env.excavation.ExcavationCurriculum.Ending;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.env.excavation.simulation.StepOutcome;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One excavator on one site after the other. Hot loop: steps allocate nothing; one owner thread.
///
/// In a single trial the time limit is no part of the task, and an episode that it cuts is
/// bootstrapped. Of several trials each is as long as the task allows, as in the dark room: nothing
/// would follow the last.
final class ExcavationEnvironment implements Environment {
  /// Positions of actions.
  private static final int BACKWARD = 1;

  private static final int DIG_OR_DUMP = 6;
  private static final int WAIT = 7;

  private final ExcavationConfig config;
  private final EnvironmentShape shape;
  private final ExcavationSites sites;
  private final long seed;
  private final StepBuffer buffer;
  private final ExcavationWorld world;
  private final ExcavationState state;
  private final ExcavationObservation seen;
  private final ExcavationColumns columns;
  private final EpisodeBucket bucket;
  private final int slip;
  private final int hardSoil;

  ExcavationEnvironment(
      ExcavationConfig config,
      EnvironmentShape shape,
      ExcavationSites sites,
      long seed,
      EpisodeBucket bucket) {
    this.config = config;
    this.shape = shape;
    this.sites = sites;
    this.seed = seed;
    buffer = new StepBuffer(shape);
    buffer.finalObservation();
    world = newWorld();
    state = new ExcavationState(config);
    seen = new ExcavationObservation(config.geometry().size());
    columns = new ExcavationColumns(config.geometry());
    this.bucket = bucket;
    slip = bucket.index(ExcavationSettings.SLIP);
    hardSoil = bucket.index(ExcavationSettings.HARD_SOIL);
    reset();
  }

  private ExcavationWorld newWorld() {
    ExcavationLevel first = config.levels().getFirst();
    return new ExcavationWorld(
        config.geometry(),
        config.rules(),
        first.weights(),
        first.trench(),
        first.maxSteps(),
        sites.site(0, 0));
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    state.reset(seed);
    buffer.clearResults();
    drawSite();
    int limit = config.levels().get(state.level).maxSteps();
    int age = config.starts() == Starts.STAGGERED ? StartSampler.age(limit, state.draw()) : 0;
    StartPose start = state.start;
    world.reset(
        sites.site(state.level, state.site),
        age == 0 ? start : new StartPose(start.row(), start.column(), start.base(), 0, 0, 0, age));
    show();
  }

  private void drawSite() {
    bucket.begin();
    state.level = state.curriculum.level(0);
    state.site = sites.draw(state.level, state.draw());
    state.start = sites.start(state.level, state.site, state.draw());
    enterLevel();
  }

  private void enterLevel() {
    ExcavationLevel level = config.levels().get(state.level);
    world.enter(level.weights(), level.trench(), level.maxSteps());
  }

  @Override
  public void step(Actions actions) {
    int action = actions.joint[0];
    if (action < 0 || action >= ExcavatorAction.COUNT) {
      throw new Problem(
          wording("ExcavationEnvironment.there_is_no_action", action),
          "agent 0",
          wording("ExcavationEnvironment.give_one_of_0_to_7"));
    }
    buffer.clearResults();
    buffer.reward[0] = (float) world.step(taken(action));
    state.remember(action);
    state.trialTick++;
    ExcavationFigures.write(world, buffer.figures);
    StepOutcome outcome = world.excavation().outcome();
    if (action == DIG_OR_DUMP) {
      int load = world.excavation().load();
      state.digs += outcome.load == 0 && load > 0 ? 1 : 0;
      state.dumps += outcome.load > 0 && load == 0 ? 1 : 0;
    }
    if (outcome.taskDone || outcome.timeoutDone) {
      endTrial(outcome.taskDone);
    }
    show();
  }

  /// What becomes of an action on slippery ground and in hard soil: the machine waits instead. The
  /// agent still remembers what it chose.
  private int taken(int action) {
    boolean digs = action == DIG_OR_DUMP && world.excavation().load() == 0;
    int setting = action <= BACKWARD ? slip : digs ? hardSoil : -1;
    return bucket.uniform(0) < bucket.value(setting, 0) ? WAIT : action;
  }

  private void endTrial(boolean done) {
    buffer.event[0] = done ? EventBits.GOAL : 0;
    buffer.trialEnded[0] = 1;
    buffer.truncation[0] = 1;
    buffer.trialScore[0] = done ? 1 : 0;
    state.finished[state.trial]++;
    state.tasksDone[state.trial] += done ? 1 : 0;
    state.timeouts += done ? 0 : 1;
    if (state.trial + 1 < config.trials()) {
      state.trial++;
    } else {
      EpisodeEnd late = config.trials() == 1 ? EpisodeEnd.TIMEOUT : EpisodeEnd.TASK_FAILED;
      buffer.end(0, done ? EpisodeEnd.TASK_DONE : late);
      observe(buffer.finalObservation());
      state.trial = 0;
      state.curriculum.ended(0, done ? Ending.TASK_DONE : Ending.TIMEOUT);
      drawSite();
    }
    state.beginTrial();
    world.reset(sites.site(state.level, state.site), state.start);
  }

  /// Writes the world to the buffer; the results of the last action stay.
  private void show() {
    buffer.trial = state.trial;
    buffer.trialTick = state.trialTick;
    buffer.startAge = world.excavation().steps() - state.trialTick;
    observe(buffer.observation);
    System.arraycopy(seen.actionMask, 0, buffer.actionMask, 0, seen.actionMask.length);
  }

  private void observe(float[] into) {
    world.observe(seen);
    ExcavationLayout.write(seen, state.previous, into);
  }

  @Override
  public long stateHash() {
    return state.digest(world);
  }

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            config + " " + sites.digest(),
            stream -> {
              state.transfer(stream, sites);
              if (stream.reads()) {
                enterLevel();
                world.reset(sites.site(state.level, state.site), state.start);
              }
              world.transfer(stream);
              buffer.transfer(stream);
            },
            this::show));
  }

  @Override
  public Snapshot snapshot() {
    ExcavationWorld copiedWorld = newWorld();
    copiedWorld.set(world);
    ExcavationState copiedState = new ExcavationState(config);
    copiedState.set(state);
    return new ExcavationSnapshot(config, copiedWorld, copiedState, new StepResults(buffer));
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof ExcavationSnapshot copy) || !copy.config.equals(config)) {
      throw new IllegalArgumentException("a snapshot of another kind of excavation");
    }
    world.set(copy.world);
    state.set(copy.state);
    copy.results.restore(buffer);
    show();
  }

  private record ExcavationSnapshot(
      ExcavationConfig config, ExcavationWorld world, ExcavationState state, StepResults results)
      implements Snapshot {}

  @Override
  public void writeState(int column, ByteBuffer row) {
    columns.write(column, world, state, row);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    float length = (float) (config.geometry().length() * config.geometry().tile());
    float width = (float) (config.geometry().width() * config.geometry().tile());
    return List.of(
        new FixedArray(
            ChannelSpec.fixed(
                "size",
                Dtype.F4,
                "m",
                wording("ExcavationEnvironment.length_and_width"),
                "agent",
                2),
            NpyArray.of(new float[] {length, width}, 1, 2)));
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of(
        "goals", (double) Arrays.stream(state.tasksDone).sum(),
        "trials", (double) Arrays.stream(state.finished).sum(),
        "timeouts", (double) state.timeouts,
        "digs", (double) state.digs,
        "dumps", (double) state.dumps);
  }

  @Override
  public List<TrialTotals> trialTotals() {
    List<TrialTotals> scores = new ArrayList<>();
    for (int k = 0; k < config.trials() && state.finished[k] > 0; k++) {
      scores.add(TrialTotals.of(state.tasksDone[k], state.finished[k]));
    }
    return scores;
  }
}
