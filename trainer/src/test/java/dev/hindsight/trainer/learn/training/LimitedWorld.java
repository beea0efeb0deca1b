package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.List;

/// One agent that sees a tenth of the ticks of its episode, is paid 1 a tick, and whose episodes
/// all have the same length and end for the same reason.
final class LimitedWorld extends TickWorld {
  private final int length;
  private final EpisodeEnd why;

  private LimitedWorld(EnvironmentShape shape, int length, EpisodeEnd why) {
    super(shape);
    this.length = length;
    this.why = why;
  }

  /// Makes such worlds.
  static EnvironmentFactory factory(int length, EpisodeEnd why) {
    EnvironmentShape shape =
        new EnvironmentShape(
                1,
                new ObservationLayout(
                    List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))),
                new ActionSpace.Discrete(
                    List.of(new ActionSpace.Factor("wait", "", List.of(0f, 1f)))),
                1,
                1,
                length,
                List.of())
            .with(List.of(new StepFigure("age", "1", "ticks since the episode began")))
            .withTimeLimit();
    return factory(shape, () -> new LimitedWorld(shape, length, why));
  }

  @Override
  protected void observe(int tick) {
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
}
