package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A world that a Python process simulates. Episode e is reset with seed + e.
///
/// Its state is its past: the seed and all actions. The digest of that past and of everything it
/// gave (observations, rewards, ends, the state of the random numbers) is the position; a process
/// whose position is that of the world continues it, and any other first lives through the present
/// episode again, or through all of them. One owner thread; a step allocates, because it waits for
/// another process anyway.
final class GymWorld implements Environment {
  /// Names of the parts of the state that have digests.
  static final List<String> PARTS = StateParts.named("past", "random numbers");

  private static final long BEGINNING = 0x6879_6d5f_6879_6d00L;

  private final EnvironmentShape shape;
  private final GymSpaces spaces;
  private final GymProcesses processes;
  private final int frameBytes;
  private final boolean repeats;
  private final long seed;
  private final StepBuffer buffer;
  private final double[] sent;
  private final byte[] live;
  private GymHistory history;

  /// Episode, from 0.
  private int episode;

  /// Rows of the history before the present episode.
  private int episodeStart;

  /// The position before the present episode was reset.
  private long before;

  /// The position now.
  private long position;

  private long generator;
  private int terminated;
  private int truncated;
  private int scored;
  private int successes;

  /// Set when the process failed while it simulated this world.
  private boolean stopped;

  GymWorld(
      EnvironmentShape shape,
      GymSpaces spaces,
      GymProcesses processes,
      int frameBytes,
      boolean repeats,
      long seed) {
    this.shape = shape;
    this.spaces = spaces;
    this.processes = processes;
    this.frameBytes = frameBytes;
    this.repeats = repeats;
    this.seed = seed;
    buffer = new StepBuffer(shape);
    float[] _ = buffer.finalObservation();
    sent = new double[shape.agents() * spaces.width()];
    live = new byte[shape.agents()];
    history = new GymHistory(sent.length);
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
  public boolean stopped() {
    return stopped;
  }

  @Override
  public void reset() {
    history = new GymHistory(sent.length);
    episode = 0;
    terminated = 0;
    truncated = 0;
    scored = 0;
    successes = 0;
    buffer.clearResults();
    synchronized (processes) {
      before = SplitMix64.mix(BEGINNING ^ seed);
      position = before;
      begin(processes.any());
    }
  }

  /// Begins the present episode.
  private void begin(GymProcess process) {
    GymResult first = process.reset(seedOf(episode));
    episodeStart = history.size();
    position = first.chained(before);
    process.position(position);
    generator = first.generator();
    System.arraycopy(first.observation(), 0, buffer.observation, 0, buffer.observation.length);
    first.legal(shape.actions(), buffer.actionMask);
    act(live, first);
    for (int agent = 0; agent < live.length; agent++) {
      buffer.removed[agent] = (byte) (1 - live[agent]);
    }
    buffer.trial = 0;
    buffer.trialTick = 0;
  }

  private long seedOf(int number) {
    return (seed + number) & 0x7fff_ffffL;
  }

  @Override
  public void step(Actions actions) {
    spaces.send(actions, sent);
    for (int agent = 0; agent < live.length; agent++) {
      if (live[agent] == 0) {
        Arrays.fill(sent, agent * spaces.width(), (agent + 1) * spaces.width(), 0);
      }
    }
    try {
      synchronized (processes) {
        GymProcess process = here();
        GymResult result = process.step(sent, buffer.trialTick + 1, live);
        history.add(sent);
        position = acted(result, position, sent);
        process.position(position);
        generator = result.generator();
        buffer.clearResults();
        show(result);
        if (result.allEnded()) {
          endEpisode();
          before = position;
          episode++;
          begin(process);
        }
      }
    } catch (Problem problem) {
      stopped = true;
      throw problem;
    }
  }

  /// The position after a step.
  private static long acted(GymResult result, long from, double[] numbers) {
    long hash = from;
    for (double number : numbers) {
      hash = SplitMix64.mix(hash ^ Double.doubleToLongBits(number));
    }
    return result.chained(hash);
  }

  private void show(GymResult result) {
    int size = shape.observation().size();
    float[] last = buffer.finalObservation();
    for (int agent = 0; agent < live.length; agent++) {
      int from = agent * size;
      if (live[agent] == 0) {
        if (result.has(agent, GymResult.LIVE)) {
          enter(agent, result);
        }
        continue;
      }
      buffer.reward[agent] = (float) result.reward()[agent];
      boolean over = !result.has(agent, GymResult.LIVE);
      if (over) {
        System.arraycopy(result.observation(), from, last, from, size);
        Arrays.fill(buffer.observation, from, from + size, 0);
        end(agent, result);
        live[agent] = 0;
        buffer.removed[agent] = 1;
      } else {
        System.arraycopy(result.observation(), from, buffer.observation, from, size);
      }
    }
    result.legal(shape.actions(), buffer.actionMask);
    buffer.trialTick++;
  }

  /// An agent that did not act acts next: its limbo ends, which its truncation marks.
  private void enter(int agent, GymResult result) {
    int size = shape.observation().size();
    System.arraycopy(result.observation(), agent * size, buffer.observation, agent * size, size);
    buffer.truncation[agent] = 1;
    live[agent] = 1;
    buffer.removed[agent] = 0;
  }

  private void end(int agent, GymResult result) {
    boolean cut = result.has(agent, GymResult.TRUNCATED);
    boolean known = result.has(agent, GymResult.SUCCESS_KNOWN);
    boolean success = result.has(agent, GymResult.SUCCESS);
    if (result.has(agent, GymResult.TERMINATED)) {
      terminated++;
      EpisodeEnd why =
          known ? success ? EpisodeEnd.TASK_DONE : EpisodeEnd.TASK_FAILED : EpisodeEnd.TERMINATED;
      buffer.end(agent, why);
      buffer.truncation[agent] = (byte) (cut ? 1 : 0);
    } else if (cut) {
      truncated++;
      buffer.end(agent, EpisodeEnd.TIMEOUT);
    }
    if (known) {
      buffer.trialEnded[agent] = 1;
      buffer.trialScore[agent] = success ? 1 : 0;
      scored++;
      successes += success ? 1 : 0;
    }
  }

  /// An agent that left earlier has had its end; here its limbo is cut.
  private void endEpisode() {
    for (int agent = 0; agent < live.length; agent++) {
      if (buffer.end[agent] == 0) {
        buffer.truncation[agent] = 1;
      }
    }
  }

  /// A process in the present state.
  ///
  /// @throws Problem if the past does not repeat
  private GymProcess here() {
    Optional<GymProcess> ready = processes.at(position);
    if (ready.isPresent()) {
      return ready.get();
    }
    GymProcess process = processes.any();
    if (lived(process, episode, episodeStart, before)) {
      return process;
    }
    // Something may last from one episode to the next: everything again, in a new process.
    processes.discard(process);
    GymProcess fresh = processes.fresh();
    if (lived(fresh, 0, 0, SplitMix64.mix(BEGINNING ^ seed))) {
      return fresh;
    }
    processes.discard(fresh);
    throw new Problem(
        wording("GymWorld.the_same_seed_and_actions_give_another_world", history.size()),
        wording("GymWorld.the_environment"),
        wording("GymWorld.what_does_not_repeat_still_plays"));
  }

  /// Lives through the past from an episode on.
  ///
  /// @param from rows of the history before that episode
  /// @param start the position before its reset
  /// @return whether the process arrived where this world is
  private boolean lived(GymProcess process, int firstEpisode, int from, long start) {
    int number = firstEpisode;
    GymResult result = process.reset(seedOf(number));
    long reached = result.chained(start);
    double[] row = new double[sent.length];
    byte[] acting = new byte[live.length];
    int steps = 0;
    act(acting, result);
    for (int index = from; index < history.size(); index++) {
      if (result.allEnded()) {
        result = process.reset(seedOf(++number));
        reached = result.chained(reached);
        steps = 0;
        act(acting, result);
      }
      history.read(index, row);
      result = process.step(row, ++steps, acting);
      reached = acted(result, reached, row);
      act(acting, result);
    }
    if (result.allEnded() && number < episode) {
      result = process.reset(seedOf(++number));
      reached = result.chained(reached);
    }
    process.position(reached);
    return reached == position;
  }

  private static void act(byte[] acting, GymResult result) {
    for (int agent = 0; agent < acting.length; agent++) {
      acting[agent] = (byte) (result.has(agent, GymResult.LIVE) ? 1 : 0);
    }
  }

  @Override
  public long stateHash() {
    return position;
  }

  private record GymSnapshot(
      GymProcesses processes,
      long seed,
      GymHistory history,
      int episode,
      int episodeStart,
      long before,
      long position,
      long generator,
      int terminated,
      int truncated,
      int scored,
      int successes,
      byte[] live,
      StepBuffer buffer)
      implements Snapshot {}

  @Override
  public Snapshot snapshot() {
    StepBuffer copy = new StepBuffer(shape);
    copy.copyFrom(buffer);
    return new GymSnapshot(
        processes,
        seed,
        history.copy(),
        episode,
        episodeStart,
        before,
        position,
        generator,
        terminated,
        truncated,
        scored,
        successes,
        live.clone(),
        copy);
  }

  /// Only remembers the past; a process lives through it when it is needed.
  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof GymSnapshot copy)
        || copy.processes != processes
        || copy.seed != seed) {
      throw new IllegalArgumentException("a snapshot of another environment");
    }
    history = copy.history.copy();
    episode = copy.episode;
    episodeStart = copy.episodeStart;
    before = copy.before;
    position = copy.position;
    generator = copy.generator;
    terminated = copy.terminated;
    truncated = copy.truncated;
    scored = copy.scored;
    successes = copy.successes;
    System.arraycopy(copy.live, 0, live, 0, live.length);
    buffer.copyFrom(copy.buffer);
    stopped = false;
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    boolean picture = frameBytes > 0 && column == 0;
    if (picture) {
      frame().put(row);
    } else {
      StateParts.put(row, position);
      StateParts.put(row, SplitMix64.mix(generator));
    }
  }

  private RenderedFrame frame() {
    if (stopped) {
      return RenderedFrame.NONE;
    }
    try {
      synchronized (processes) {
        return here().render();
      }
    } catch (Problem problem) {
      stopped = true;
      throw problem;
    }
  }

  @Override
  public List<FixedArray> fixedArrays() {
    if (!spaces.named()) {
      return List.of();
    }
    int longest = spaces.agents().stream().mapToInt(String::length).max().orElse(1);
    ByteBuffer letters =
        ByteBuffer.allocate(shape.agents() * longest).order(ByteOrder.LITTLE_ENDIAN);
    for (int agent = 0; agent < shape.agents(); agent++) {
      byte[] name = spaces.agents().get(agent).getBytes(StandardCharsets.US_ASCII);
      letters.put(agent * longest, name);
    }
    return List.of(
        new FixedArray(
            ChannelSpec.fixed(
                "callsign", Dtype.U1, "", wording("GymWorld.names_of_agents"), "agent", longest),
            new NpyArray(Dtype.U1, new int[] {shape.agents(), longest}, letters)));
  }

  @Override
  public Map<String, Double> totals() {
    Map<String, Double> totals = new LinkedHashMap<>();
    totals.put("trials", (double) episode);
    totals.put("terminated", (double) terminated);
    totals.put("truncated", (double) truncated);
    totals.put(GymEnvironmentType.REPEATS, repeats ? 1.0 : 0.0);
    return totals;
  }

  /// The successes, if the environment reports them.
  @Override
  public List<TrialTotals> trialTotals() {
    return scored == 0
        ? List.of()
        : List.of(new TrialTotals(successes, scored, buffer.reward.length));
  }
}
