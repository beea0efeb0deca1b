package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection.Argmax;
import dev.hindsight.trainer.policy.ActionSelection.Random;
import dev.hindsight.trainer.policy.ActionSelection.Sample;
import dev.hindsight.trainer.policy.ActionSelection.Script;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.Arrays;
import java.util.List;

/// Chooses every agent's action at a tick; allocates nothing. One owner thread.
///
/// The choice at a tick depends only on (seed, tick, agent, logits), so a recording can be
/// continued from any tick, and worlds side by side choose as each would alone.
///
/// Nobody takes the action of an agent in limbo: if the policy's output allows no choice for it,
/// its action and the log-probability are 0.
public final class ActionSelector {
  private final ActionSelection selection;
  private final ActionSpace space;
  private final int agents;

  /// `[agent]` the seed of its world.
  private final long[] seeds;

  /// `[agent]` its index in its world.
  private final int[] indices;

  private final ActionGuard guard;

  /// `[A * k]` the numbers of the last tick before they were bounded; empty for joint actions.
  private final float[] drawn;

  /// `[A * n]` the logits of the last tick with those of illegal actions replaced; empty if no mask
  /// applies.
  private final float[] masked;

  /// `[A]` how many actions are legal now; n without masks.
  private final int[] legal;

  /// One world.
  ///
  /// @param seed of the draws of [Sample] and [Random]
  /// @throws Problem if a [Script] does not fit the environment
  public ActionSelector(ActionSelection selection, EnvironmentShape shape, long seed) {
    this(selection, shape, List.of(shape.agents()), new long[] {seed});
  }

  /// Several worlds side by side: the agents of each draw as they would alone.
  ///
  /// @param shape of all worlds
  /// @param seeds of each world
  /// @throws Problem if a [Script] does not fit the environment
  public static ActionSelector sideBySide(
      ActionSelection selection, EnvironmentShape shape, long[] seeds) {
    return new ActionSelector(selection, shape, shape.agentsPerWorld(), seeds);
  }

  private ActionSelector(
      ActionSelection selection,
      EnvironmentShape shape,
      List<Integer> agentsPerWorld,
      long[] seedOfWorld) {
    this.selection = selection;
    this.space = shape.actions();
    this.agents = shape.agents();
    this.seeds = new long[agents];
    this.indices = new int[agents];
    int agent = 0;
    for (int world = 0; world < seedOfWorld.length; world++) {
      for (int index = 0; index < agentsPerWorld.get(world); index++) {
        seeds[agent] = seedOfWorld[world];
        indices[agent++] = index;
      }
    }
    this.guard = new ActionGuard(shape);
    this.masked =
        new float[shape.actionMask() == ActionMask.APPLIES ? agents * shape.maskWidth() : 0];
    this.legal = new int[agents];
    switch (space) {
      case ActionSpace.Discrete discrete -> {
        Arrays.fill(legal, discrete.count());
        drawn = new float[0];
      }
      case ActionSpace.Continuous numbers -> drawn = new float[agents * numbers.names().size()];
    }
    if (selection instanceof Script script) {
      checkScript(script);
    }
  }

  /// The choices refused at the last tick, if the environment has a neutral action.
  public ActionGuard guard() {
    return guard;
  }

  /// `[A * k]` the numbers of the last tick as drawn, before they were clipped to `[-1, 1]` or
  /// bounded by a tanh.
  public float[] drawn() {
    return drawn;
  }

  /// Chooses the actions of all agents.
  ///
  /// @param seen what the agents act on; only its masks are read, if the environment applies them
  /// @param output of the policy; unused by [Random], and used by [Script] only for the
  ///   log-probability
  /// @param logProb `[A]` receives the log-probability of each action under the distribution it was
  ///   drawn from (for [Argmax] and [Script]: under the policy's)
  /// @throws Problem naming the agent if a logit is not a number and the environment has no neutral
  ///   action, if a mask applies and leaves an agent no legal action, or if a script has ended
  public void choose(
      StepBuffer seen, PolicyOutput output, int tick, Actions target, float[] logProb) {
    if (masked.length > 0) {
      mask(seen, output, tick);
    }
    guard.begin();
    switch (space) {
      case ActionSpace.Discrete discrete ->
          chooseJoint(discrete.count(), seen, output, tick, target, logProb);
      case ActionSpace.Continuous continuous ->
          chooseNumbers(continuous.names().size(), seen, output, tick, target, logProb);
    }
  }

  /// The logits that actions are drawn from.
  private float[] logits(PolicyOutput output) {
    return masked.length > 0 ? masked : output.logits;
  }

  private void mask(StepBuffer seen, PolicyOutput output, int tick) {
    System.arraycopy(output.logits, 0, masked, 0, masked.length);
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] == 0) {
        legal[agent] = ActionMask.fill(masked, seen.actionMask, agent * output.width, output.width);
        if (legal[agent] == 0) {
          throw Problem.of(
              agent,
              wording("ActionSelector.at_tick", tick),
              wording("ActionSelector.none_of_its_actions_is_legal"),
              wording("ActionSelector.mend_the_environments_mask_or_turn"));
        }
      } else {
        legal[agent] = 0;
      }
    }
  }

  private void chooseJoint(
      int count, StepBuffer seen, PolicyOutput output, int tick, Actions target, float[] logProb) {
    for (int agent = 0; agent < agents; agent++) {
      int from = agent * count;
      float[] logits = logits(output);
      int unfit = looks() ? ActionGuard.unfit(logits, from, count) : -1;
      if (unfit >= 0 && seen.removed[agent] != 0) {
        target.joint[agent] = 0;
        logProb[agent] = 0;
        continue;
      }
      if (unfit >= 0 && guard.refuse(agent, logits[unfit], target)) {
        logProb[agent] = 0;
        continue;
      }
      int action =
          switch (selection) {
            case Argmax _ -> largest(logits, from, count, tick, agent);
            case Sample _ -> drawn(logits, from, count, tick, agent);
            case Random _ -> any(seen.actionMask, from, count, tick, agent);
            case Script script -> scripted(script, count, tick, agent);
          };
      target.joint[agent] = action;
      logProb[agent] = logProbability(output, target, agent);
    }
  }

  /// The log-probability of an action under the distribution it would have been drawn from, however
  /// it was chosen.
  ///
  /// @param output where a mask applies, that of the last [#choose]
  public float logProbability(PolicyOutput output, Actions actions, int agent) {
    return switch (space) {
      case ActionSpace.Discrete discrete -> {
        int count = discrete.count();
        int from = agent * count;
        float[] logits = logits(output);
        yield selection instanceof Random
            ? (float) -Math.log(legal[agent] == 0 ? count : legal[agent])
            : (float) (logits[from + actions.joint[agent]] - logSum(logits, from, count));
      }
      case ActionSpace.Continuous continuous -> {
        int k = continuous.names().size();
        double total = 0;
        for (int i = 0; i < k; i++) {
          total +=
              selection instanceof Random
                  ? -Math.log(2)
                  : logDensity(
                      output,
                      agent,
                      before(output, agent, actions.continuous[agent * k + i]),
                      output.logits[agent * 2 * k + i],
                      output.logits[agent * 2 * k + k + i]);
        }
        yield (float) total;
      }
    };
  }

  /// The number that was drawn where an action has this one, as far as it tells.
  private static double before(PolicyOutput output, int agent, double number) {
    return output.bound(agent) == ActionBound.TANH ? Gaussian.beforeTanh(number) : number;
  }

  private static double logDensity(
      PolicyOutput output, int agent, double drawn, double mean, double deviation) {
    return switch (output.bound(agent)) {
      case CLIPPED -> Gaussian.logDensity(drawn, mean, deviation);
      case TANH -> Gaussian.tanhLogDensity(drawn, mean, deviation);
    };
  }

  /// Whether the choice depends on the policy's output.
  private boolean looks() {
    return selection.needs() == ActionSelection.Needs.A_POLICY;
  }

  private static int largest(float[] logits, int from, int count, int tick, int agent) {
    int best = 0;
    for (int i = 0; i < count; i++) {
      refuseNan(logits[from + i], tick, agent);
      if (logits[from + i] > logits[from + best]) {
        best = i;
      }
    }
    return best;
  }

  private int drawn(float[] logits, int from, int count, int tick, int agent) {
    int likeliest = largest(logits, from, count, tick, agent);
    double top = logits[from + likeliest];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.exp(logits[from + i] - top);
    }
    double rest = uniform(tick, agent, 0) * sum;
    for (int i = 0; i < count; i++) {
      rest -= Math.exp(logits[from + i] - top);
      if (rest < 0) {
        return i;
      }
    }
    return likeliest; // Rounding left a crumb beyond the last action.
  }

  /// Any action, or any legal one of those that a mask leaves.
  private int any(byte[] mask, int from, int count, int tick, int agent) {
    if (legal[agent] == 0 || legal[agent] == count) {
      return (int) (uniform(tick, agent, 0) * count);
    }
    int left = (int) (uniform(tick, agent, 0) * legal[agent]);
    int action = 0;
    while (mask[from + action] == 0 || left-- > 0) {
      action++;
    }
    return action;
  }

  /// Logarithm of the sum of exponentials, shifted by the largest so that nothing overflows.
  private static double logSum(float[] logits, int from, int count) {
    double top = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      top = Math.max(top, logits[from + i]);
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.exp(logits[from + i] - top);
    }
    return top + Math.log(sum);
  }

  private void chooseNumbers(
      int k, StepBuffer seen, PolicyOutput output, int tick, Actions target, float[] logProb) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] != 0 && looks() && !areFinite(output.logits, 2 * k * agent, 2 * k)) {
        Arrays.fill(drawn, agent * k, (agent + 1) * k, 0);
        Arrays.fill(target.continuous, agent * k, (agent + 1) * k, 0);
        logProb[agent] = 0;
        continue;
      }
      double total = 0;
      boolean refused = false;
      for (int i = 0; i < k && !refused; i++) {
        double mean = output.logits[agent * 2 * k + i];
        double deviation = output.logits[agent * 2 * k + k + i];
        double number =
            switch (selection) {
              case Argmax _ -> mean;
              case Sample _ -> mean + deviation * gaussian(tick, agent, i);
              case Random _ -> 2 * uniform(tick, agent, i) - 1;
              case Script script -> number(script, k, tick, agent, i);
            };
        if (!Double.isFinite(number) || (looks() && !Double.isFinite(deviation))) {
          double raw = Double.isFinite(number) ? deviation : number;
          refused = guard.refuse(agent, (float) raw, target);
          if (refused) {
            continue;
          }
        }
        refuseNan(number, tick, agent);
        drawn[agent * k + i] = (float) number;
        ActionBound bound = looks() ? output.bound(agent) : ActionBound.CLIPPED;
        target.continuous[agent * k + i] = (float) bound.apply(number);
        total +=
            selection instanceof Random
                ? -Math.log(2)
                : logDensity(
                    output,
                    agent,
                    looks() ? number : before(output, agent, number),
                    mean,
                    deviation);
      }
      logProb[agent] = refused ? 0 : (float) total;
    }
  }

  private static boolean areFinite(float[] numbers, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (!Float.isFinite(numbers[i])) {
        return false;
      }
    }
    return true;
  }

  private static int scripted(Script script, int count, int tick, int agent) {
    NpyArray table = script.actions();
    if (tick >= table.shape()[0]) {
      throw ended(script);
    }
    double action = table.value(tick * table.shape()[1] + agent);
    if (!(action >= 0 && action < count)) {
      throw new Problem(
          wording("ActionSelector.action_of_agent_at_tick_does", (long) action, agent, tick),
          script.name(),
          wording("ActionSelector.give_0_to", count - 1));
    }
    return (int) action;
  }

  private static double number(Script script, int k, int tick, int agent, int i) {
    int[] shape = script.actions().shape();
    if (tick >= shape[0]) {
      throw ended(script);
    }
    return script.actions().value((tick * shape[1] + agent) * k + i);
  }

  private static Problem ended(Script script) {
    return new Problem(
        wording("ActionSelector.it_ends_after_ticks", script.actions().shape()[0]),
        script.name(),
        wording("ActionSelector.record_fewer_ticks_or_give_more"));
  }

  private void checkScript(Script script) {
    int k =
        switch (space) {
          case ActionSpace.Discrete _ -> 0;
          case ActionSpace.Continuous continuous -> continuous.names().size();
        };
    int[] shape = script.actions().shape();
    boolean fits =
        k == 0
            ? script.whole() && shape.length == 2
            : !script.whole() && (shape.length == 3 ? shape[2] == k : shape.length == 2 && k == 1);
    if (!fits) {
      throw new Problem(
          k == 0
              ? wording("ActionSelector.it_holds_numbers_where_joint_actions")
              : wording("ActionSelector.it_holds_no_numbers_for_each", k),
          script.name(),
          k == 0
              ? wording("ActionSelector.save_int32_of_shape_tick_agent")
              : wording("ActionSelector.save_float32_of_shape_tick_agent"));
    }
    int there = script.actions().shape()[1];
    if (there != agents) {
      throw new Problem(
          wording("ActionSelector.it_holds_actions_of_agents_the", there, agents),
          script.name(),
          wording("ActionSelector.give_one_column_per_agent"));
    }
  }

  private static void refuseNan(double number, int tick, int agent) {
    if (Double.isNaN(number)) {
      throw Problem.of(
          agent,
          wording("ActionSelector.at_tick", tick),
          wording("ActionSelector.the_policys_output_is_not_a"),
          wording("ActionSelector.check_the_checkpoint_and_the_observation"));
    }
  }

  /// A number in `[0, 1)` with 53 random bits, a pure function of (seed, tick, agent, draw): any
  /// tick can be drawn again without the previous ones, in any order, on any thread.
  ///
  /// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), applied once for each part of the
  /// key.
  private double uniform(int tick, int agent, int draw) {
    long z = SplitMix64.mix(seeds[agent] + SplitMix64.GAMMA);
    z = SplitMix64.mix(z ^ (tick * SplitMix64.GAMMA));
    z = SplitMix64.mix(z ^ (((long) indices[agent] << 32 | draw) * SplitMix64.GAMMA + 1));
    return SplitMix64.unit(z);
  }

  /// A draw from the standard normal distribution (Box and Muller 1958); uses draws `2 * pair` and
  /// `2 * pair + 1`.
  private double gaussian(int tick, int agent, int pair) {
    double radius = Math.sqrt(-2 * Math.log1p(-uniform(tick, agent, 2 * pair)));
    return radius * Math.cos(2 * Math.PI * uniform(tick, agent, 2 * pair + 1));
  }
}
