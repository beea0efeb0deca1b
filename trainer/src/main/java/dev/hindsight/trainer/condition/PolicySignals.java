package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What a policy did and how sure it was: `action_prev`, `action_prob`, `action_entropy`, and
/// whether any of its inputs or outputs is NaN.
public final class PolicySignals implements SignalSource {
  /// Entropy of the distribution an action was drawn from.
  public static final SignalSpec ENTROPY =
      SignalSpec.ofAgent(
          "action_entropy",
          Kind.REAL,
          wording("PolicySignals.entropy_of_the_actions_distribution"));

  /// Probability of the action.
  public static final SignalSpec PROBABILITY =
      SignalSpec.ofAgent(
          "action_prob", Kind.REAL, wording("PolicySignals.how_probable_the_action_was_when"));

  /// The previous action.
  public static final SignalSpec PREVIOUS =
      SignalSpec.ofAgent(
          "action_prev", Kind.WHOLE, wording("PolicySignals.the_action_of_the_tick_before"));

  /// Whether an input or output is NaN.
  public static final SignalSpec NAN =
      SignalSpec.ofAgent(
          "nan", Kind.FLAG, wording("PolicySignals.observation_logits_value_log_prob"));

  /// What an agent's policy need not output.
  private static final List<String> MAY_LACK = List.of("value", "log_prob");

  /// Columns without NaN in a correct recording.
  private static final List<String> FINITE =
      List.of("observation", "logits", "value", "log_prob", "reward");

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    List<SignalSpec> specs = new ArrayList<>();
    action(rollout).ifPresent(_ -> specs.add(PREVIOUS));
    logProbability(rollout).ifPresent(_ -> specs.add(PROBABILITY));
    if (discrete(rollout)) {
      specs.add(ENTROPY);
    }
    if (rollout.manifest().agents() > 0) {
      specs.add(NAN);
    }
    return specs;
  }

  private static Optional<Channel> column(Rollout rollout, String name) {
    return rollout.channel(name).filter(channel -> channel.spec().perAgent());
  }

  private static Optional<AgentColumn> action(Rollout rollout) {
    return AgentColumn.of(rollout, "action");
  }

  private static Optional<AgentColumn> logProbability(Rollout rollout) {
    return AgentColumn.of(rollout, "log_prob");
  }

  /// Whether actions are discrete; for numbers, logits are means and deviations.
  private static boolean discrete(Rollout rollout) {
    boolean numbers = ActionManifest.numbers(rollout.manifest()).isPresent();
    return !numbers && column(rollout, "logits").isPresent();
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    return switch (name) {
      case "action_prev" -> {
        AgentColumn column = action(rollout).orElseThrow();
        yield (tick, agent, _) -> column.value(Math.max(0, tick - 1), agent);
      }
      case "action_prob" -> {
        AgentColumn column = logProbability(rollout).orElseThrow();
        yield (tick, agent, _) -> Math.exp(column.value(tick, agent));
      }
      case "action_entropy" -> {
        Channel channel = column(rollout, "logits").orElseThrow();
        int width = channel.rowLength() / rollout.manifest().agents();
        float[] logits = new float[width];
        Optional<RecordedActionMask> mask = RecordedActionMask.of(rollout, width);
        yield (tick, agent, _) -> {
          channel.read(tick, agent * width, logits, width);
          mask.ifPresent(legal -> legal.apply(tick, agent, logits));
          return Categorical.entropy(logits);
        };
      }
      case "nan" -> nan(rollout);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Signal nan(Rollout rollout) {
    List<Signal> parts = new ArrayList<>();
    for (String name : FINITE) {
      column(rollout, name)
          .map(channel -> nan(channel, rollout.manifest().agents()))
          .map(part -> MAY_LACK.contains(name) ? ofThoseWith(rollout, name, part) : part)
          .ifPresent(parts::add);
    }
    Signal[] all = parts.toArray(Signal[]::new);
    return (tick, agent, _) -> {
      for (Signal part : all) {
        if (part.at(tick, agent, 0) > 0) {
          return 1;
        }
      }
      return 0;
    };
  }

  /// 0 for agents without such numbers, in which NaN is no fault.
  private static Signal ofThoseWith(Rollout rollout, String name, Signal part) {
    Optional<AgentColumn> column = AgentColumn.of(rollout, name);
    BitSet with = new BitSet();
    BitSet without = new BitSet();
    return (tick, agent, component) -> {
      if (!(part.at(tick, agent, component) > 0) || without.get(agent)) {
        return 0;
      }
      // Asked only where there is a NaN: in sound recordings never.
      if (!with.get(agent)) {
        boolean has = column.isEmpty() || column.get().has(agent, rollout.ticks());
        (has ? with : without).set(agent);
      }
      return with.get(agent) ? 1 : 0;
    };
  }

  private static Signal nan(Channel channel, int agents) {
    int width = channel.rowLength() / agents;
    float[] row = new float[width];
    return (tick, agent, _) -> {
      channel.read(tick, agent * width, row, width);
      // A sum is NaN as soon as one of its terms is; for infinities of both signs the terms are
      // checked again.
      float sum = 0;
      for (float number : row) {
        sum += number;
      }
      return Float.isNaN(sum) && holds(row) ? 1 : 0;
    };
  }

  private static boolean holds(float[] row) {
    for (float number : row) {
      if (Float.isNaN(number)) {
        return true;
      }
    }
    return false;
  }
}
