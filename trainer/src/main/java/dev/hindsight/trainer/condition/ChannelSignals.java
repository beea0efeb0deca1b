package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Makes every channel of a recording a signal of the same name, and adds the clock. Characters
/// that names cannot contain become `_`: `attention/layer0` is `attention_layer0`.
public final class ChannelSignals implements SignalSource {
  /// Names with another meaning in conditions.
  static final Set<String> RESERVED =
      Set.of(
          "a",
          "agents",
          "abs",
          "double",
          "int",
          "max",
          "min",
          "size",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "false",
          "for",
          "function",
          "if",
          "import",
          "in",
          "let",
          "loop",
          "null",
          "namespace",
          "package",
          "return",
          "true",
          "var",
          "void",
          "while");

  private static final String TICK = "tick";
  private static final String TRIAL = "trial";
  private static final String TRIAL_TICK = "trial_tick";

  /// Left out, because comparing a digest makes no sense.
  private static final String HASH = "state_hash";

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    List<SignalSpec> specs = new ArrayList<>();
    specs.add(
        SignalSpec.ofTick(
            TICK, SignalSpec.Kind.WHOLE, wording("ChannelSignals.tick_of_the_recording_from_0")));
    for (Channel channel : rollout.channels()) {
      boolean digest = channel.spec().name().equals(HASH) || StateParts.is(channel.spec());
      if (!digest && channel.rowLength() > 0) {
        specs.add(spec(channel));
      }
    }
    if (rollout.channel(TRIAL).isEmpty()) {
      specs.add(
          SignalSpec.ofTick(
              TRIAL, SignalSpec.Kind.WHOLE, wording("ChannelSignals.the_trial_the_tick_is_in")));
    }
    if (rollout.channel(TRIAL_TICK).isEmpty()) {
      specs.add(
          SignalSpec.ofTick(
              TRIAL_TICK,
              SignalSpec.Kind.WHOLE,
              wording("ChannelSignals.ticks_since_the_trial_began")));
    }
    return specs;
  }

  private static SignalSpec spec(Channel channel) {
    List<Integer> sizes = new ArrayList<>(Arrays.stream(channel.rowShape()).boxed().toList());
    SignalSpec.Scope scope = SignalSpec.Scope.TICK;
    if (channel.spec().perAgent()) {
      sizes.removeFirst();
      scope = SignalSpec.Scope.AGENT;
    }
    SignalSpec.Kind kind =
        switch (channel.spec().type()) {
          case BOOL -> SignalSpec.Kind.FLAG;
          case I1, U1, I2, I4, I8 -> SignalSpec.Kind.WHOLE;
          case F2, F4, F8 -> SignalSpec.Kind.REAL;
        };
    return new SignalSpec(name(channel), kind, scope, sizes, channel.spec().doc());
  }

  private static String name(Channel channel) {
    String name = channel.spec().name().replaceAll("[^A-Za-z0-9_]", "_");
    return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "_" + name : name;
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    for (Channel channel : rollout.channels()) {
      if (name(channel).equals(name)) {
        int width = AgentColumn.widthOf(rollout, channel.spec().name());
        return (tick, agent, index) -> channel.value(tick, agent * width + index);
      }
    }
    return switch (name) {
      case TICK -> (tick, _, _) -> tick;
      case TRIAL ->
          (tick, _, _) -> {
            TrialIndex trials = rollout.trials();
            return trials.trial(trials.stretchAt(tick));
          };
      case TRIAL_TICK ->
          (tick, _, _) -> {
            TrialIndex trials = rollout.trials();
            return tick - trials.start(trials.stretchAt(tick));
          };
      default -> throw new IllegalArgumentException(name);
    };
  }
}
