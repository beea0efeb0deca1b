package dev.hindsight.trainer.env.spread;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// N agents and N landmarks in the plane. Hot loop: steps allocate nothing; one owner thread.
///
/// All agents get the same reward after a tick: minus the sum over landmarks of the distance to the
/// nearest agent, and minus the penalties for contacts, averaged over the agents. A single trial
/// ends at its time limit, which is no part of the task; of several, each is as long as the task
/// allows.
final class SpreadWorld implements Environment {
  private static final double[] MOVE_X = {0, -1, 1, 0, 0};
  private static final double[] MOVE_Y = {0, 0, 0, -1, 1};

  private final SpreadConfig config;
  private final EnvironmentShape shape;
  private final long seed;
  private final StepBuffer buffer;
  private final SpreadObserver observer;
  private final SpreadState state;
  private final double[] force;
  private final EpisodeBucket bucket;
  private final int mass;
  private final int damping;

  SpreadWorld(SpreadConfig config, EnvironmentShape shape, long seed, EpisodeBucket bucket) {
    this.config = config;
    this.shape = shape;
    this.seed = seed;
    buffer = new StepBuffer(shape);
    buffer.finalObservation();
    observer = new SpreadObserver(config);
    state = new SpreadState(config);
    force = new double[2 * config.agents()];
    this.bucket = bucket;
    mass = bucket.index(SpreadSettings.MASS);
    damping = bucket.index(SpreadSettings.DAMPING);
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
    Arrays.fill(state.finished, 0);
    Arrays.fill(state.scores, 0);
    state.contacts = 0;
    buffer.clearResults();
    beginEpisode();
    show();
  }

  private void beginEpisode() {
    bucket.begin();
    for (int i = 0; i < state.start.length; i++) {
      state.start[i] = state.draw();
    }
    for (int i = 0; i < state.landmark.length; i++) {
      state.landmark[i] = state.draw();
    }
    state.trial = 0;
    state.reward = 0;
    state.carried = false;
    Arrays.fill(state.acted, 0);
    beginTrial();
  }

  private void beginTrial() {
    state.trialTick = 0;
    System.arraycopy(state.start, 0, state.position, 0, state.start.length);
    Arrays.fill(state.velocity, 0);
    touch();
  }

  @Override
  public void step(Actions actions) {
    for (int agent = 0; agent < config.agents(); agent++) {
      check(actions, agent);
    }
    buffer.clearResults();
    for (int agent = 0; agent < config.agents(); agent++) {
      act(actions, agent);
    }
    SpreadPhysics.step(
        state.position,
        state.velocity,
        force,
        bucket.value(mass, SpreadPhysics.MASS),
        bucket.value(damping, SpreadPhysics.DAMPING));
    state.trialTick++;
    state.carried = false;
    int touches = touch();
    pay(touches);
    if (state.trialTick >= config.trialTicks()) {
      endTrial();
    }
    show();
  }

  private void check(Actions actions, int agent) {
    switch (config.form()) {
      case CONTINUOUS -> {
        float x = actions.continuous[2 * agent];
        float y = actions.continuous[2 * agent + 1];
        if (!(Math.abs(x) <= 1 && Math.abs(y) <= 1)) {
          throw Problem.of(
              agent,
              wording("SpreadWorld.is_no_acceleration", x, y),
              wording("SpreadWorld.give_two_numbers"));
        }
      }
      case DISCRETE -> {
        int move = actions.joint[agent];
        if (move < 0 || move >= MOVE_X.length) {
          throw Problem.of(
              agent,
              wording("SpreadWorld.there_is_no_action", move),
              wording("SpreadWorld.give_one_of_0_to_4"));
        }
      }
    }
  }

  private void act(Actions actions, int agent) {
    switch (config.form()) {
      case CONTINUOUS -> {
        force[2 * agent] = SpreadPhysics.ACCELERATION * actions.continuous[2 * agent];
        force[2 * agent + 1] = SpreadPhysics.ACCELERATION * actions.continuous[2 * agent + 1];
        state.acted[2 * agent] = actions.continuous[2 * agent];
        state.acted[2 * agent + 1] = actions.continuous[2 * agent + 1];
      }
      case DISCRETE -> {
        int move = actions.joint[agent];
        force[2 * agent] = SpreadPhysics.ACCELERATION * MOVE_X[move];
        force[2 * agent + 1] = SpreadPhysics.ACCELERATION * MOVE_Y[move];
        Arrays.fill(state.acted, 5 * agent, 5 * agent + 5, 0);
        state.acted[5 * agent + move] = 1;
      }
    }
  }

  /// Finds who touches whom.
  ///
  /// @return pairs that touch
  private int touch() {
    int n = config.agents();
    int pairs = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        byte now = (byte) (SpreadPhysics.touch(state.position, i, j) ? 1 : 0);
        if (now != 0 && state.touching[i * n + j] == 0 && state.trialTick > 0) {
          collide(i);
          collide(j);
        }
        state.touching[i * n + j] = now;
        state.touching[j * n + i] = now;
        pairs += now;
      }
    }
    return pairs;
  }

  private void collide(int agent) {
    state.contacts += buffer.event[agent] == 0 ? 1 : 0;
    buffer.event[agent] = EventBits.COLLISION;
  }

  private void pay(int touches) {
    int n = config.agents();
    double distances = 0;
    int covered = 0;
    for (int landmark = 0; landmark < n; landmark++) {
      double nearest = nearest(landmark);
      distances += nearest;
      covered += nearest <= config.coverRadius() ? 1 : 0;
    }
    double contacts = config.collisionPenalty() * 2 * touches / n;
    state.reward = (float) (-distances - contacts);
    Arrays.fill(buffer.reward, state.reward);
    Arrays.fill(buffer.figures[0], (float) -distances);
    Arrays.fill(buffer.figures[1], (float) -contacts);
    Arrays.fill(buffer.figures[2], (float) covered / n);
  }

  /// Distance from a landmark to the nearest agent, metres.
  private double nearest(int landmark) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int agent = 0; agent < config.agents(); agent++) {
      double dx = state.landmark[2 * landmark] - state.position[2 * agent];
      double dy = state.landmark[2 * landmark + 1] - state.position[2 * agent + 1];
      nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy));
    }
    return nearest;
  }

  private void endTrial() {
    float score = buffer.figures[2][0];
    Arrays.fill(buffer.trialEnded, (byte) 1);
    Arrays.fill(buffer.truncation, (byte) 1);
    Arrays.fill(buffer.trialScore, score);
    state.finished[state.trial]++;
    state.scores[state.trial] += score;
    if (state.trial + 1 < config.trials()) {
      state.trial++;
      state.carried = true;
      beginTrial();
      return;
    }
    EpisodeEnd last = score == 1 ? EpisodeEnd.TASK_DONE : EpisodeEnd.TASK_FAILED;
    for (int agent = 0; agent < config.agents(); agent++) {
      buffer.end(agent, config.trials() == 1 ? EpisodeEnd.TIMEOUT : last);
    }
    observer.write(state, buffer.finalObservation());
    beginEpisode();
  }

  /// Writes the world to the buffer; the results of the last action stay.
  private void show() {
    buffer.trial = state.trial;
    buffer.trialTick = state.trialTick;
    observer.write(state, buffer.observation);
  }

  @Override
  public long stateHash() {
    return state.digest();
  }

  @Override
  public Snapshot snapshot() {
    SpreadState copy = new SpreadState(config);
    copy.set(state);
    return new SpreadSnapshot(config, copy, new StepResults(buffer));
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof SpreadSnapshot copy) || !copy.config.equals(config)) {
      throw new IllegalArgumentException("a snapshot of another kind of spread");
    }
    state.set(copy.state);
    copy.results.restore(buffer);
    show();
  }

  private record SpreadSnapshot(SpreadConfig config, SpreadState state, StepResults results)
      implements Snapshot {}

  @Override
  public Optional<StorableState> storable() {
    return Optional.of(
        StorableState.of(
            config.toString(),
            stream -> {
              state.transfer(stream);
              buffer.transfer(stream);
            },
            this::show));
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    int n = config.agents();
    switch (column) {
      case 0 -> {
        for (int i = 0; i < n; i++) {
          double vx = state.velocity[2 * i];
          double vy = state.velocity[2 * i + 1];
          row.putFloat((float) state.position[2 * i]).putFloat((float) state.position[2 * i + 1]);
          row.putFloat((float) (vx == 0 && vy == 0 ? 0 : StrictMath.atan2(vy, vx)));
        }
      }
      case 1 -> put(state.velocity, row);
      case 2 -> put(state.landmark, row);
      case 3 -> {
        for (int landmark = 0; landmark < n; landmark++) {
          row.put((byte) (nearest(landmark) <= config.coverRadius() ? 1 : 0));
        }
      }
      case 4 -> {
        for (int i = 0; i < n * n; i++) {
          row.put((byte) (observer.sees(state, i / n, i % n) ? 1 : 0));
        }
      }
      case 5 -> {
        for (int i = 0; i < n; i++) {
          byte touched = 0;
          for (int j = 0; j < n; j++) {
            touched |= state.touching[i * n + j];
          }
          row.put(touched);
        }
      }
      default -> state.writeParts(row);
    }
  }

  private static void put(double[] numbers, ByteBuffer row) {
    for (double number : numbers) {
      row.putFloat((float) number);
    }
  }

  @Override
  public List<FixedArray> fixedArrays() {
    float[] sizes = new float[2 * config.agents()];
    Arrays.fill(sizes, (float) (2 * SpreadPhysics.RADIUS));
    return List.of(
        new FixedArray(
            ChannelSpec.fixed(
                "size", Dtype.F4, "m", wording("SpreadWorld.length_and_width"), "agent", 2),
            NpyArray.of(sizes, config.agents(), 2)),
        new FixedArray(
            ChannelSpec.fixed(
                "cover_radius", Dtype.F4, "m", wording("SpreadWorld.distance_that_covers"), 1),
            NpyArray.of(new float[] {(float) config.coverRadius()}, 1)));
  }

  @Override
  public Map<String, Double> totals() {
    Map<String, Double> totals = new LinkedHashMap<>();
    totals.put("collisions", (double) state.contacts);
    totals.put("trials", (double) Arrays.stream(state.finished).sum());
    return totals;
  }

  @Override
  public List<TrialTotals> trialTotals() {
    List<TrialTotals> all = new ArrayList<>();
    for (int k = 0; k < config.trials() && state.finished[k] > 0; k++) {
      all.add(TrialTotals.of(state.scores[k], state.finished[k]));
    }
    return all;
  }
}
