package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Agents on a line that walk to a goal: the smallest world with trials and limbo. Agent a starts
/// at -a; actions 0, 1, 2 go left, stay, go right.
///
/// @see LineWorldType
final class LineWorld implements Environment {
  private final EnvironmentShape shape;
  private final int goal;
  private final Fault fault;
  private final StepBuffer buffer;
  private final int[] x;
  private final List<Double> scores = new ArrayList<>();
  private int arrivals;
  private int arrivalsInTrial;
  private int steps;

  LineWorld(int agents, int trials, int timeout, int goal, Fault fault) {
    this(shape(agents, trials, timeout), goal, fault);
  }

  /// @param shape in which agents observe where they are and, if there is room, how far the goal is
  LineWorld(EnvironmentShape shape, int goal, Fault fault) {
    this.shape = shape;
    this.goal = goal;
    this.fault = fault;
    int agents = shape.agents();
    buffer = new StepBuffer(agents, shape.observation().size());
    x = new int[agents];
    reset();
  }

  /// What is wrong with a world.
  enum Fault {
    /// Nothing.
    NONE,
    /// Agent 1 slips to the right in the step of tick 5.
    SLIPS_AT_TICK_5,
    /// Nothing is seen, but the state is another one from tick 4 on.
    HIDDEN_FROM_TICK_4,
    /// Likewise, and no digest of its parts is written, as in older recordings.
    UNTOLD_FROM_TICK_4,
    /// Likewise, and it pays more at tick 9.
    HIDDEN_UNTIL_TICK_9,
    /// The reward of tick 6 is another one.
    PAYS_MORE_AT_TICK_6,
    /// No fault: an agent's episode ends where it arrives in the last trial, and it waits there.
    ENDS_ONE_BY_ONE,
    /// No fault: the episode of agent 0 ends with every trial.
    ENDS_WITH_EVERY_TRIAL
  }

  static EnvironmentShape shape(int agents, int trials, int timeout) {
    return shape(agents, trials, timeout, 2);
  }

  /// @param observed how many numbers an agent observes, 1 or 2
  static EnvironmentShape shape(int agents, int trials, int timeout, int observed) {
    List<String> names = List.of("x", "to_goal").subList(0, observed);
    return new EnvironmentShape(
        agents,
        new ObservationLayout(
            List.of(new ObservationLayout.Segment("ego", 0, List.of(observed), names))),
        new ActionSpace.Discrete(
            List.of(new ActionSpace.Factor("step", "m", List.of(-1f, 0f, 1f)))),
        0.5,
        trials,
        timeout,
        List.of(
            new Column(
                ChannelSpec.perTick("pose", Dtype.F4, "m", "x, y, heading", "agent", 3),
                List.of(agents, 3)),
            StateParts.column(List.of("clock", "places", "luck"))));
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
    scores.clear();
    arrivals = 0;
    steps = 0;
    begin(0);
  }

  private void begin(int trial) {
    buffer.trial = trial;
    buffer.trialTick = 0;
    arrivalsInTrial = 0;
    Arrays.fill(buffer.removed, (byte) 0);
    for (int a = 0; a < x.length; a++) {
      x[a] = -a;
    }
    show();
  }

  private void show() {
    for (int a = 0; a < x.length; a++) {
      int observed = shape.observation().size();
      buffer.observation[observed * a] = x[a];
      if (observed > 1) {
        buffer.observation[observed * a + 1] = goal - x[a];
      }
    }
  }

  @Override
  public void step(Actions actions) {
    for (int action : actions.joint) {
      if (action < 0 || action > 2) {
        throw new Problem("action " + action + " does not exist", "line", "give 0, 1 or 2");
      }
    }
    buffer.clearResults();
    for (int a = 0; a < x.length; a++) {
      if (buffer.removed[a] == 0) {
        walk(a, actions.joint[a]);
      }
    }
    if ((fault == Fault.PAYS_MORE_AT_TICK_6 && steps == 6)
        || (fault == Fault.HIDDEN_UNTIL_TICK_9 && steps == 9)) {
      buffer.reward[0] += 0.5f;
    }
    steps++;
    buffer.trialTick++;
    if (arrivalsInTrial == x.length || buffer.trialTick == shape.trialTimeoutTicks()) {
      endTrial();
    }
    show();
  }

  private void walk(int agent, int action) {
    x[agent] += action - 1;
    if (fault == Fault.SLIPS_AT_TICK_5 && steps == 5 && agent == 1) {
      x[agent]++;
    }
    if (x[agent] == goal) {
      buffer.reward[agent] = 1;
      buffer.removed[agent] = 1;
      boolean ends = fault == Fault.ENDS_ONE_BY_ONE && buffer.trial + 1 == shape.trials();
      buffer.terminal[agent] = (byte) (ends ? 1 : 0);
      buffer.event[agent] = EventBits.GOAL;
      arrivals++;
      arrivalsInTrial++;
    }
  }

  private void endTrial() {
    scores.add(arrivalsInTrial / (double) x.length);
    for (int a = 0; a < x.length; a++) {
      buffer.trialScore[a] = buffer.removed[a];
    }
    boolean last = buffer.trial + 1 == shape.trials();
    Arrays.fill(buffer.trialEnded, (byte) 1);
    for (int a = 0; a < x.length; a++) {
      boolean waited =
          fault == Fault.ENDS_ONE_BY_ONE && buffer.removed[a] != 0 && buffer.terminal[a] == 0;
      boolean ends = (last && !waited) || (fault == Fault.ENDS_WITH_EVERY_TRIAL && a == 0);
      (ends ? buffer.terminal : buffer.truncation)[a] = 1;
    }
    begin(last ? 0 : buffer.trial + 1);
  }

  @Override
  public long stateHash() {
    long hash = 31L * buffer.trial + buffer.trialTick;
    for (int place : x) {
      hash = 31 * hash + place;
    }
    return hash + luck();
  }

  /// A part of the state that no column shows.
  private int luck() {
    return switch (fault) {
      case HIDDEN_FROM_TICK_4, UNTOLD_FROM_TICK_4, HIDDEN_UNTIL_TICK_9 -> steps >= 4 ? 1 : 0;
      case NONE, SLIPS_AT_TICK_5, PAYS_MORE_AT_TICK_6, ENDS_ONE_BY_ONE, ENDS_WITH_EVERY_TRIAL -> 0;
    };
  }

  private record Copy(
      int[] x,
      byte[] removed,
      int trial,
      int trialTick,
      List<Double> scores,
      int arrivals,
      int arrivalsInTrial,
      int steps)
      implements Snapshot {}

  @Override
  public Snapshot snapshot() {
    return new Copy(
        x.clone(),
        buffer.removed.clone(),
        buffer.trial,
        buffer.trialTick,
        List.copyOf(scores),
        arrivals,
        arrivalsInTrial,
        steps);
  }

  @Override
  public void restore(Snapshot snapshot) {
    Copy copy = (Copy) snapshot;
    System.arraycopy(copy.x, 0, x, 0, x.length);
    System.arraycopy(copy.removed, 0, buffer.removed, 0, x.length);
    buffer.trial = copy.trial;
    buffer.trialTick = copy.trialTick;
    scores.clear();
    scores.addAll(copy.scores);
    arrivals = copy.arrivals;
    arrivalsInTrial = copy.arrivalsInTrial;
    steps = copy.steps;
    show();
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    if (column == 1) {
      writeParts(row);
      return;
    }
    for (int place : x) {
      row.putFloat(place).putFloat(0).putFloat(0);
    }
  }

  private void writeParts(ByteBuffer row) {
    if (fault == Fault.UNTOLD_FROM_TICK_4) {
      row.putLong(StateParts.UNTOLD).putLong(StateParts.UNTOLD).putLong(StateParts.UNTOLD);
      return;
    }
    StateParts.put(row, 1 + 31L * buffer.trial + buffer.trialTick);
    StateParts.put(row, Arrays.hashCode(x));
    StateParts.put(row, 1 + luck());
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return List.of(
        new FixedArray(
            ChannelSpec.fixed("goal", Dtype.F4, "m", "where all want to go", 1),
            NpyArray.of(new float[] {goal}, 1)));
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of("goals", (double) arrivals, "collisions", 0.0, "offroad", 0.0);
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return scores.stream().map(score -> TrialTotals.of(score, 1)).toList();
  }
}
