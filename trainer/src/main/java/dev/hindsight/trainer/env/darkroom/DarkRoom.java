package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.env.darkroom.DarkRoomConfig.AfterGoal;
import dev.hindsight.trainer.env.darkroom.DarkRoomConfig.FirstTrial;
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

/// A room with one agent. Hot loop: steps allocate nothing; one owner thread.
///
/// When an episode ends, the next begins at once with another goal.
final class DarkRoom implements Environment {
  /// Position of bodies that are off the map, as in drive.
  private static final float OFF_MAP = -10000;

  /// Side of the body in metres; a cell is 1 m wide.
  private static final float BODY = 0.6f;

  private static final int[] STEP_X = {1, 0, -1, 0};
  private static final int[] STEP_Y = {0, 1, 0, -1};

  private final DarkRoomConfig config;
  private final EnvironmentShape shape;
  private final long seed;
  private final StepBuffer buffer;
  private final DarkRoomObserver view;
  private final DarkRoomState state;

  /// Indices of columns: comparing the columns themselves would allocate.
  private final int parts;

  private final int goal;
  private final EpisodeBucket bucket;
  private final int slip;

  DarkRoom(DarkRoomConfig config, EnvironmentShape shape, long seed, EpisodeBucket bucket) {
    this.config = config;
    this.shape = shape;
    this.seed = seed;
    this.buffer = new StepBuffer(1, shape.observation().size());
    this.view = new DarkRoomObserver(config);
    this.state = new DarkRoomState(config.trials(), shape.observation().size());
    this.parts = shape.stateColumns().indexOf(DarkRoomFactory.PARTS);
    this.goal = shape.stateColumns().indexOf(DarkRoomFactory.GOAL);
    this.bucket = bucket;
    this.slip = bucket.index(DarkRoomSettings.SLIP);
    reset();
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
    state.random = seed;
    state.trialEnded = false;
    state.terminal = false;
    state.end = 0;
    state.reward = 0;
    state.arrived = false;
    state.score = Float.NaN;
    Arrays.fill(state.finished, 0);
    Arrays.fill(state.reached, 0);
    beginEpisode();
    show();
  }

  @Override
  public void step(Actions actions) {
    int move = actions.joint[0];
    if (move < 0 || move >= STEP_X.length) {
      throw new Problem(
          wording("DarkRoom.there_is_no_action", move),
          "agent 0",
          wording("DarkRoom.give_one_of_0_to_3"));
    }
    state.trialEnded = false;
    state.terminal = false;
    state.end = 0;
    state.reward = 0;
    state.arrived = false;
    state.score = Float.NaN;
    state.trialTick++;
    if (!state.limbo) {
      move(move);
    }
    boolean atGoal = state.hit && !state.limbo;
    if (state.trialTick >= config.timeoutTicks()
        || (atGoal && config.afterGoal() == AfterGoal.NEXT_TRIAL)) {
      endTrial();
    } else if (atGoal) {
      state.limbo = true;
    }
    show();
  }

  private void move(int move) {
    int size = config.size();
    boolean slips = slip >= 0 && bucket.uniform(0) < bucket.value(slip, 0);
    int taken = slips ? (int) (STEP_X.length * bucket.uniform(1)) : move;
    int x = Math.clamp(state.cell % size + STEP_X[taken], 0, size - 1);
    int y = Math.clamp(state.cell / size + STEP_Y[taken], 0, size - 1);
    state.cell = y * size + x;
    state.move = move;
    // A goal counts once in a trial, also if an edit has brought the agent back.
    state.hit = state.cell == state.goal && !state.found;
    state.arrived = state.hit;
    if (state.hit) {
      state.found = true;
      state.reached[state.trial]++;
      state.reward = state.trial > 0 || config.firstTrial() == FirstTrial.PAYS ? 1 : 0;
    }
  }

  private void endTrial() {
    state.trialEnded = true;
    boolean reached = state.found;
    state.found = false;
    state.score = reached ? 1 : 0;
    state.finished[state.trial]++;
    if (state.trial + 1 < config.trials()) {
      state.trial++;
      state.trialTick = 0;
      state.cell = config.start();
      state.limbo = false;
    } else {
      state.terminal = true;
      // The time of a trial is part of the task: nothing would have followed.
      EpisodeEnd end = reached ? EpisodeEnd.TASK_DONE : EpisodeEnd.TASK_FAILED;
      state.end = end.code();
      observe(state.finalObservation, false);
      beginEpisode();
    }
  }

  private void beginEpisode() {
    bucket.begin();
    state.drawGoal(config.size() * config.size(), config.start());
    state.trial = 0;
    state.trialTick = 0;
    state.cell = config.start();
    state.limbo = false;
    state.move = -1;
    state.hit = false;
    state.found = false;
  }

  private void show() {
    buffer.reward[0] = state.reward;
    buffer.terminal[0] = (byte) (state.terminal ? 1 : 0);
    buffer.end[0] = state.end;
    System.arraycopy(
        state.finalObservation, 0, buffer.finalObservation(), 0, state.finalObservation.length);
    buffer.truncation[0] = (byte) (state.trialEnded ? 1 : 0);
    buffer.trialEnded[0] = (byte) (state.trialEnded ? 1 : 0);
    buffer.event[0] = state.arrived ? EventBits.GOAL : 0;
    buffer.trialScore[0] = state.score;
    buffer.removed[0] = (byte) (state.limbo ? 1 : 0);
    buffer.trial = state.trial;
    buffer.trialTick = state.trialTick;
    observe(buffer.observation, state.trialEnded && !state.terminal);
  }

  /// @param carried whether the last move was made in the trial before
  private void observe(float[] observation, boolean carried) {
    if (state.limbo) {
      Arrays.fill(observation, 0);
    } else {
      view.write(observation, state.cell, state.trial, state.move, state.hit ? 1 : 0, carried);
    }
  }

  @Override
  public long stateHash() {
    return state.digest();
  }

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            config.toString(),
            stream -> {
              state.transfer(stream, config.size() * config.size());
            },
            this::show));
  }

  @Override
  public Snapshot snapshot() {
    DarkRoomState copy = new DarkRoomState(config.trials(), shape.observation().size());
    copy.set(state);
    return copy;
  }

  @Override
  public void restore(Snapshot snapshot) {
    state.set((DarkRoomState) snapshot);
    show();
  }

  @Override
  public Optional<WorldEditor> editable() {
    return Optional.of(new DarkRoomEditor(config, state, this::show));
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    if (column == parts) {
      state.writeParts(row);
    } else if (column == goal) {
      putMiddle(row, state.goal);
    } else if (state.limbo) {
      row.putFloat(OFF_MAP).putFloat(OFF_MAP).putFloat(0);
    } else {
      putMiddle(row, state.cell);
      // In a trial that has just begun the agent has not moved, whatever it did in the previous
      // one.
      int heading = state.trialTick == 0 ? 0 : Math.max(state.move, 0);
      row.putFloat((float) (heading * Math.PI / 2));
    }
  }

  private void putMiddle(ByteBuffer row, int cell) {
    int x = cell % config.size();
    int y = cell / config.size();
    row.putFloat(x + 0.5f).putFloat(y + 0.5f);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return List.of(
        new FixedArray(
            ChannelSpec.fixed(
                "size",
                Dtype.F4,
                "m",
                wording("DarkRoom.length_and_width_of_the_body"),
                "agent",
                2),
            NpyArray.of(new float[] {BODY, BODY}, 1, 2)));
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of(
        "goals", (double) Arrays.stream(state.reached).sum(),
        "trials", (double) Arrays.stream(state.finished).sum());
  }

  @Override
  public List<TrialTotals> trialTotals() {
    List<TrialTotals> scores = new ArrayList<>();
    for (int k = 0; k < config.trials() && state.finished[k] > 0; k++) {
      // The goal may have been reached in a trial that is not over yet.
      int unfinished = state.found && k == state.trial ? 1 : 0;
      scores.add(TrialTotals.of(state.reached[k] - unfinished, state.finished[k]));
    }
    return scores;
  }

  /// Makes manual changes to a dark room.
  ///
  /// @param config its size and start
  /// @param state changed in place
  /// @param show makes the room update its buffer
  private record DarkRoomEditor(DarkRoomConfig config, DarkRoomState state, Runnable show)
      implements WorldEditor {
    /// Keeps the heading: it is that of the last move, which the agent remembers.
    @Override
    public void place(int agent, float x, float y, float heading) {
      WorldEditor.checkNumbers(agent, x, y, heading);
      if (state.limbo) {
        throw WorldEditor.inLimbo(agent);
      }
      if (x < 0 || y < 0 || x >= config.size() || y >= config.size()) {
        throw Problem.of(
            agent,
            wording("DarkRoom.is_outside_the_room", x, y),
            wording("DarkRoom.give_metres_from_0_to", config.size()));
      }
      int column = (int) x;
      int row = (int) y;
      state.cell = row * config.size() + column;
      show.run();
    }

    @Override
    public void remove(int agent) {
      if (state.limbo) {
        throw WorldEditor.inLimbo(agent);
      }
      state.limbo = true;
      // The goal of the trial before is no result of this one.
      state.hit &= state.found;
      show.run();
    }

    @Override
    public void bring(int agent) {
      if (!state.limbo) {
        throw WorldEditor.onTheMap(agent);
      }
      state.limbo = false;
      state.cell = config.start();
      show.run();
    }
  }
}
