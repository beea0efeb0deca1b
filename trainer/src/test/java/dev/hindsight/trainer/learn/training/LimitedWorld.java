package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// One agent that sees a tenth of the ticks of its episode, is paid 1 a tick, and whose episodes
/// all have the same length and end for the same reason.
final class LimitedWorld implements Environment {
  private final EnvironmentShape shape;
  private final int length;
  private final EpisodeEnd why;
  private final StepBuffer buffer;

  private LimitedWorld(int length, EpisodeEnd why) {
    this.shape = shape(length);
    this.buffer = new StepBuffer(shape);
    this.length = length;
    this.why = why;
    reset();
  }

  private static EnvironmentShape shape(int length) {
    return new EnvironmentShape(
            1,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))),
            new ActionSpace.Discrete(List.of(new ActionSpace.Factor("wait", "", List.of(0f, 1f)))),
            1,
            1,
            length,
            List.of())
        .with(List.of(new StepFigure("age", "1", "ticks since the episode began")))
        .withTimeLimit();
  }

  /// Makes such worlds.
  static EnvironmentFactory factory(int length, EpisodeEnd why) {
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return LimitedWorld.shape(length);
      }

      @Override
      public SettingValues effective() {
        return new Settings(List.of()).parse(Map.of(), "test");
      }

      @Override
      public Environment create(long seed) {
        return new LimitedWorld(length, why);
      }
    };
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
    buffer.clearResults();
    show(0);
  }

  private void show(int tick) {
    buffer.trialTick = tick;
    buffer.observation[0] = tick / 10f;
  }

  @Override
  public void step(Actions actions) {
    buffer.clearResults();
    buffer.reward[0] = 1;
    buffer.figures[0][0] = buffer.trialTick;
    int next = buffer.trialTick + 1;
    if (next == length) {
      buffer.end(0, why);
      buffer.trialEnded[0] = 1;
      buffer.trialScore[0] = 0;
      buffer.finalObservation()[0] = next / 10f;
      next = 0;
    }
    show(next);
  }

  @Override
  public long stateHash() {
    return buffer.trialTick;
  }

  @Override
  public Snapshot snapshot() {
    return new Copy(buffer.trialTick);
  }

  private record Copy(int tick) implements Snapshot {}

  @Override
  public void restore(Snapshot snapshot) {
    show(((Copy) snapshot).tick);
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    throw new IndexOutOfBoundsException(column);
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
  public List<Double> trialScores() {
    return List.of();
  }
}
