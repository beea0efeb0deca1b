package dev.hindsight.trainer.env.courier;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepResults;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Couriers side by side: action i causes event i of [CourierEvents#ALL] and pays i. After [#TICKS]
/// ticks an episode is cut.
public final class CourierWorld implements Environment {
  /// Ticks of an episode.
  public static final int TICKS = 12;

  private static final byte FULL = 1;
  private static final byte EMPTY = 2;

  private final EnvironmentShape shape;
  private final StepBuffer buffer;
  private final byte[] battery;
  private final boolean[] arrived;
  private final boolean[] failed;
  private final List<Double> scores = new ArrayList<>();
  private int tick;

  /// @param agents number of couriers
  public CourierWorld(int agents) {
    shape = shape(agents);
    buffer = new StepBuffer(shape);
    battery = new byte[agents];
    arrived = new boolean[agents];
    failed = new boolean[agents];
    buffer.finalObservation();
    reset();
  }

  /// @param agents number of couriers
  public static EnvironmentShape shape(int agents) {
    List<Float> levels =
        IntStream.range(0, CourierEvents.ALL.size()).mapToObj(i -> (float) i).toList();
    return new EnvironmentShape(
            agents,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))),
            new ActionSpace.Discrete(List.of(new ActionSpace.Factor("cause", "1", levels))),
            1,
            1,
            TICKS,
            List.of(
                new Column(
                    ChannelSpec.perTick("battery", Dtype.I1, "1", "1 full, 2 low", "agent"),
                    List.of(agents)),
                new Column(
                    ChannelSpec.perTick("pose", Dtype.F4, "m", "x, y, heading", "agent", 3),
                    List.of(agents, 3))))
        .withTimeLimit()
        .withEvents(CourierEvents.ALL);
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
    buffer.clearResults();
    begin();
  }

  private void begin() {
    tick = 0;
    Arrays.fill(battery, FULL);
    Arrays.fill(arrived, false);
    Arrays.fill(failed, false);
    show();
  }

  private void show() {
    buffer.trialTick = tick;
    Arrays.fill(buffer.observation, tick);
  }

  @Override
  public void step(Actions actions) {
    for (int action : actions.joint) {
      if (action < 0 || action >= CourierEvents.ALL.size()) {
        throw new Problem("action " + action + " does not exist", "courier", "give 0 to 9");
      }
    }
    buffer.clearResults();
    for (int a = 0; a < battery.length; a++) {
      EventKind kind = CourierEvents.ALL.get(actions.joint[a]);
      buffer.event[a] = kind.bit();
      buffer.reward[a] = actions.joint[a];
      arrived[a] |= kind.equals(EventKind.GOAL);
      failed[a] |= kind.fails();
      if (kind.equals(CourierEvents.LOW)) {
        battery[a] = EMPTY;
      } else if (kind.name().equals("charged")) {
        battery[a] = FULL;
      }
    }
    tick++;
    if (tick == TICKS) {
      end();
    }
    show();
  }

  private void end() {
    double sum = 0;
    Arrays.fill(buffer.finalObservation(), tick);
    for (int a = 0; a < battery.length; a++) {
      buffer.trialEnded[a] = 1;
      buffer.trialScore[a] = arrived[a] && !failed[a] ? 1 : 0;
      sum += buffer.trialScore[a];
      buffer.end(a, EpisodeEnd.TIMEOUT);
    }
    scores.add(sum / battery.length);
    begin();
  }

  @Override
  public long stateHash() {
    return 31L * tick
        + Arrays.hashCode(battery)
        + 7L * Arrays.hashCode(arrived)
        + 11L * Arrays.hashCode(failed);
  }

  private record Copy(
      int tick,
      byte[] battery,
      boolean[] arrived,
      boolean[] failed,
      List<Double> scores,
      StepResults results)
      implements Snapshot {}

  @Override
  public Snapshot snapshot() {
    return new Copy(
        tick,
        battery.clone(),
        arrived.clone(),
        failed.clone(),
        List.copyOf(scores),
        new StepResults(buffer));
  }

  @Override
  public void restore(Snapshot snapshot) {
    Copy copy = (Copy) snapshot;
    tick = copy.tick;
    System.arraycopy(copy.battery, 0, battery, 0, battery.length);
    System.arraycopy(copy.arrived, 0, arrived, 0, arrived.length);
    System.arraycopy(copy.failed, 0, failed, 0, failed.length);
    scores.clear();
    scores.addAll(copy.scores);
    copy.results.restore(buffer);
    show();
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    if (column == 0) {
      row.put(battery);
      return;
    }
    for (int a = 0; a < battery.length; a++) {
      row.putFloat(10 * a).putFloat(tick).putFloat(0);
    }
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return List.of();
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of();
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return scores.stream().map(score -> TrialTotals.of(score, 1)).toList();
  }
}
