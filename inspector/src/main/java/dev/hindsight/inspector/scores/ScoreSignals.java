package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Signals for an agent's results in the trial of a tick, as the Scores panel computes them:
/// `reached`, `reached_at`, `score`, `trial_return`, `ego`.
public final class ScoreSignals implements SignalSource {
  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    return List.of(
        SignalSpec.ofAgent(
            "reached",
            Kind.FLAG,
            "a goal of this trial was reached, by this tick's action or before"),
        SignalSpec.ofAgent(
            "reached_at", Kind.REAL, "tick of the trial whose action reached its goal; NaN: never"),
        SignalSpec.ofAgent(
            "score", Kind.REAL, "score of the trial the tick is in; NaN where it did not end"),
        SignalSpec.ofAgent(
            "trial_return",
            Kind.REAL,
            "sum of all rewards of the trial the tick is in; NaN where it did not end"),
        SignalSpec.ofAgent("ego", Kind.FLAG, "it counts for the scores: no co-player"));
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    Newest trials = new Newest(rollout, cancellation);
    return switch (name) {
      case "reached" ->
          (tick, agent, _) -> {
            int reachedAt = trials.at(tick).agents().get(agent).reachedAt();
            return reachedAt != AgentTrial.NEVER && reachedAt <= tick ? 1 : 0;
          };
      case "reached_at" ->
          (tick, agent, _) -> {
            Trial trial = trials.at(tick);
            int reachedAt = trial.agents().get(agent).reachedAt();
            return reachedAt == AgentTrial.NEVER ? Double.NaN : reachedAt - trial.start();
          };
      case "score" -> of(trials, AgentTrial::score);
      case "trial_return" ->
          (tick, agent, _) -> {
            Trial trial = trials.at(tick);
            return trial.ending().ended() ? trial.agents().get(agent).earned() : Double.NaN;
          };
      case "ego" -> {
        List<Side> sides = Side.of(rollout);
        yield (_, agent, _) -> sides.get(agent) == Side.EGO ? 1 : 0;
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Signal of(Newest trials, ToDoubleFunction<AgentTrial> number) {
    return (tick, agent, _) -> number.applyAsDouble(trials.at(tick).agents().get(agent));
  }

  /// The trial read last; it is read once for all its ticks and agents.
  private static final class Newest {
    private final Rollout rollout;
    private final ScoreReader reader;
    private final Cancellation cancellation;
    private Trial trial = new Trial(0, 0, 0, Ending.CUT_OFF, List.of());

    private Newest(Rollout rollout, Cancellation cancellation) {
      this.rollout = rollout;
      this.reader = ScoreReader.of(rollout);
      this.cancellation = cancellation;
    }

    private Trial at(int tick) {
      if (tick < trial.start() || tick >= trial.start() + trial.ticks()) {
        TrialIndex trials = rollout.trials();
        trial = reader.trial(trials.stretchAt(tick), cancellation);
      }
      return trial;
    }
  }
}
