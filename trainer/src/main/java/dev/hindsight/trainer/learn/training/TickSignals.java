package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.condition.PolicySignals;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.condition.SignalSpec.Scope;
import dev.hindsight.trainer.condition.Vocabulary;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.learn.net.AttentionSummary;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.training.BreakpointWatch.Attention;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The signals of conditions during training: the names that a recording would have, if their
/// values are known at the tick, for the learning agents. Reading allocates nothing. One owner
/// thread.
final class TickSignals {
  private static final String LATER = wording("TickSignals.it_depends_on_what_comes_after");
  private static final String BLIND = wording("TickSignals.the_policy_in_training_has_no");
  private static final String COLUMN = wording("TickSignals.training_has_no_such_column_use");

  /// Names that recordings have but training has not.
  private static final Map<String, String> LACKING = new HashMap<>();

  static {
    for (String name :
        List.of(
            "ret",
            "sd",
            "advantage",
            "td_error",
            "score",
            "trial_return",
            "reached_at",
            EpisodeEnds.FINAL_VALUE)) {
      LACKING.put(name, LATER);
    }
    for (String name : List.of("pose", "velocity", "reached", "ego")) {
      LACKING.put(name, COLUMN);
    }
  }

  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final Trajectories into;
  private final PolicyOutput output;
  private final ActionLog log;
  private final int numbers;
  private final int choices;
  private final int[] trialTick;
  private int environment;
  private int column;

  TickSignals(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      Trajectories into,
      PolicyOutput output,
      ActionLog log) {
    this.vectorEnvironment = vectorEnvironment;
    this.networkActor = networkActor;
    this.into = into;
    this.output = output;
    this.log = log;
    this.numbers = vectorEnvironment.shape().observation().size();
    this.choices = vectorEnvironment.actionCount();
    this.trialTick = new int[vectorEnvironment.count()];
  }

  /// Called when an environment shows the observation to act on.
  void look(int e) {
    trialTick[e] = vectorEnvironment.buffer(e).trialTick;
  }

  /// Selects an environment and a column of the trajectories for reading.
  void at(int e, int t) {
    environment = e;
    column = t;
  }

  /// @param agents number of learning agents of an environment
  Vocabulary vocabulary(int agents) {
    return vocabulary(
        vectorEnvironment.environment(0).shape(),
        agents,
        networkActor.attends() ? Attention.SUMMARISED : Attention.NONE);
  }

  /// @param shape of one environment
  /// @param agents number of its learning agents
  static Vocabulary vocabulary(EnvironmentShape shape, int agents, Attention attention) {
    int numbers = shape.observation().size();
    List<SignalSpec> specs = new ArrayList<>();
    specs.add(
        SignalSpec.ofTick(
            "tick", Kind.WHOLE, wording("TickSignals.ticks_since_the_environment_was")));
    specs.add(
        SignalSpec.ofTick("trial", Kind.WHOLE, wording("TickSignals.the_trial_the_tick_is_in")));
    specs.add(
        SignalSpec.ofTick(
            "trial_tick", Kind.WHOLE, wording("TickSignals.ticks_since_the_trial_began")));
    specs.add(wide("observation", numbers, wording("TickSignals.what_the_agent_saw")));
    specs.add(
        wide(
            "logits",
            VectorEnvironment.actionCount(shape),
            wording("TickSignals.what_the_policy_put_out")));
    for (String flag : List.of("removed", "terminal", "truncation", "trial_ended")) {
      specs.add(SignalSpec.ofAgent(flag, Kind.FLAG, wording("TickSignals.as_in_a_recording")));
    }
    shape
        .knownEvents()
        .forEach(kind ->
            specs.add(
                SignalSpec.ofAgent(
                    kind.signal(), Kind.FLAG, wording("TickSignals.as_in_a_recording"))));
    specs.add(PolicySignals.PROBABILITY);
    if (shape.actions() instanceof ActionSpace.Discrete) {
      specs.add(SignalSpec.ofAgent("action", Kind.WHOLE, wording("TickSignals.joint_action")));
      specs.add(PolicySignals.PREVIOUS);
      specs.add(PolicySignals.ENTROPY);
    }
    specs.add(PolicySignals.NAN);
    specs.add(
        SignalSpec.ofAgent(
            "log_prob", Kind.REAL, wording("TickSignals.log_probability_of_the_action")));
    specs.add(
        SignalSpec.ofAgent(
            "value", Kind.REAL, wording("TickSignals.the_policys_estimate_of_the_return")));
    specs.add(
        SignalSpec.ofAgent(
            "reward", Kind.REAL, wording("TickSignals.result_of_the_action_not_clipped")));
    specs.add(
        SignalSpec.ofAgent("event", Kind.WHOLE, wording("TickSignals.what_began_with_the_action")));
    specs.add(
        SignalSpec.ofAgent(
            EpisodeEnds.COLUMN, Kind.WHOLE, wording("TickSignals.why_the_episode_ended")));
    for (StepFigure figure : shape.figures()) {
      specs.add(SignalSpec.ofAgent(signal(figure), Kind.REAL, figure.doc()));
    }
    Map<String, String> lacking = new HashMap<>(LACKING);
    if (attention == Attention.SUMMARISED) {
      specs.add(
          SignalSpec.ofAgent(
              "entropy", Kind.REAL, wording("TickSignals.least_entropy_of_attention_in_nats")));
      specs.add(
          SignalSpec.ofAgent(
              "limbo_mass", Kind.REAL, wording("TickSignals.most_weight_on_ticks_in_limbo")));
    } else {
      lacking.put("entropy", BLIND);
      lacking.put("limbo_mass", BLIND);
    }
    return new Vocabulary(specs, lacking, agents, shape.observation());
  }

  /// The name of a figure in conditions: a column's name without signs that they do not allow.
  private static String signal(StepFigure figure) {
    return figure.column().replace('/', '_');
  }

  private static SignalSpec wide(String name, int size, String doc) {
    return new SignalSpec(name, Kind.REAL, Scope.AGENT, List.of(size), doc);
  }

  /// The values of a name of the [#vocabulary]; they are those of the tick selected with [#at].
  Signal open(String name) {
    List<StepFigure> figures = vectorEnvironment.shape().figures();
    for (int f = 0; f < figures.size(); f++) {
      if (signal(figures.get(f)).equals(name)) {
        int index = f;
        return (_, agent, _) -> vectorEnvironment.buffer(environment).figures[index][agent];
      }
    }
    return switch (name) {
      case "tick" -> (_, _, _) -> log.ticks() - 1;
      case "trial" -> (_, agent, _) -> into.trial[at(0)];
      case "trial_tick" -> (_, _, _) -> trialTick[environment];
      case "observation" ->
          (_, agent, index) -> vectorEnvironment.observation[row(agent) * numbers + index];
      case "logits" -> (_, agent, index) -> output.logits[row(agent) * choices + index];
      case "removed" -> (_, agent, _) -> into.removed[at(agent)];
      case "terminal" -> (_, agent, _) -> into.terminal[at(agent)];
      case "truncation" -> (_, agent, _) -> into.truncation[at(agent)];
      case "trial_ended" ->
          (_, agent, _) -> vectorEnvironment.buffer(environment).trialEnded[agent];
      case EpisodeEnds.COLUMN -> (_, agent, _) -> vectorEnvironment.buffer(environment).end[agent];
      case "event" -> (_, agent, _) -> vectorEnvironment.buffer(environment).event[agent];
      case "action" -> (_, agent, _) -> into.action[at(agent)];
      case "action_prev" -> (_, agent, _) -> into.action[at(agent) - (column > 0 ? 1 : 0)];
      case "action_prob" -> (_, agent, _) -> Math.exp(into.logProb[at(agent)]);
      case "action_entropy" -> {
        float[] own = new float[choices];
        yield (_, agent, _) -> {
          System.arraycopy(output.logits, row(agent) * choices, own, 0, choices);
          mask(own, agent);
          return Categorical.entropy(own);
        };
      }
      case "log_prob" -> (_, agent, _) -> into.logProb[at(agent)];
      case "value" -> (_, agent, _) -> into.value[at(agent)];
      case "reward" -> (_, agent, _) -> vectorEnvironment.buffer(environment).reward[agent];
      case "entropy" -> {
        AttentionSummary attentionSummary = networkActor.attentionSummary().orElseThrow();
        yield (_, agent, _) -> attentionSummary.entropy(row(agent));
      }
      case "limbo_mass" -> {
        AttentionSummary attentionSummary = networkActor.attentionSummary().orElseThrow();
        yield (_, agent, _) -> attentionSummary.limboMass(row(agent));
      }
      case "nan" -> (_, agent, _) -> nan(agent) ? 1 : 0;
      default ->
          event(
              vectorEnvironment.environment(0).shape().knownEvents().stream()
                  .filter(kind -> kind.signal().equals(name))
                  .findFirst()
                  .orElseThrow(() -> new IllegalArgumentException(name))
                  .bit());
    };
  }

  /// Replaces the logits of illegal actions if they could not be chosen.
  private void mask(float[] own, int agent) {
    if (vectorEnvironment.shape().actionMask() == ActionMask.APPLIES) {
      int _ =
          ActionMask.fill(
              own, 0, vectorEnvironment.learners.actionMask, row(agent) * choices, choices);
    }
  }

  private Signal event(int bit) {
    return (_, agent, _) -> (vectorEnvironment.buffer(environment).event[agent] & bit) != 0 ? 1 : 0;
  }

  private boolean nan(int agent) {
    return Float.isNaN(into.value[at(agent)])
        || Float.isNaN(into.logProb[at(agent)])
        || Float.isNaN(vectorEnvironment.buffer(environment).reward[agent])
        || nan(vectorEnvironment.observation, row(agent) * numbers, numbers)
        || nan(output.logits, row(agent) * choices, choices);
  }

  private static boolean nan(float[] values, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (Float.isNaN(values[i])) {
        return true;
      }
    }
    return false;
  }

  /// Row of the trajectories, which is the agent's index among all learning agents.
  private int row(int agent) {
    return vectorEnvironment.first(environment) + agent;
  }

  private int at(int agent) {
    return into.at(row(agent), column);
  }
}
