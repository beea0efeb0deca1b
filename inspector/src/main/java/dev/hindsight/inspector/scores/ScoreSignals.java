package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
        SignalSpec.ofAgent("reached", Kind.FLAG, wording("ScoreSignals.a_goal_of_this_trial_was")),
        SignalSpec.ofAgent(
            "reached_at", Kind.REAL, wording("ScoreSignals.tick_of_the_trial_whose_action")),
        SignalSpec.ofAgent("score", Kind.REAL, wording("ScoreSignals.score_of_the_trial_the_tick")),
        SignalSpec.ofAgent(
            "trial_return", Kind.REAL, wording("ScoreSignals.sum_of_all_rewards_of_the")),
        SignalSpec.ofAgent("ego", Kind.FLAG, wording("ScoreSignals.it_counts_for_the_scores_no")));
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
