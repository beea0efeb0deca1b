package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.RecurrentMemory;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Map;

/// A drive LSTM at work: one forward a tick for all agents, and its memory between ticks.
///
/// The memory of an agent is wiped before the forward that first sees [StepBuffer#terminal], whose
/// observation is of the next episode; the reference wipes at the start of a rollout only, and
/// never sets that flag where it differs. Owner: one thread.
final class DriveLstmPolicy implements Policy {
  /// What the reference adds to a softplus, so that no deviation is zero.
  private static final float LEAST_DEVIATION = 1e-4f;

  private final NDManager owned;
  private final DriveLstmNet net;
  private final DriveInput input;
  private final ActionSpace actions;
  private final ObservationLayout layout;
  private final int agents;
  private final int hidden;
  private DriveLstmNet.Memory memory;

  DriveLstmPolicy(
      DriveLstmSpec spec, Map<String, Tensor> tensors, DriveRows rows, EnvironmentShape shape) {
    owned = TorchEngine.scope();
    net = new DriveLstmNet(owned, spec, tensors);
    agents = shape.agents();
    hidden = spec.hidden();
    input = new DriveInput(rows, agents);
    actions = shape.actions();
    layout = shape.observation();
    memory = DriveLstmNet.Memory.none(owned, agents, hidden);
  }

  @Override
  public void reset() {
    remember(DriveLstmNet.Memory.none(owned, agents, hidden));
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    input.read(seen);
    try (NDManager scope = owned.newSubManager()) {
      // Results belong to the scope of their inputs; the memory is lent to it and comes back.
      memory.hidden().tempAttach(scope);
      memory.cell().tempAttach(scope);
      forgetEnded(seen);
      DriveLstmNet.Output thought =
          net.forward(input.ego(scope), input.partners(scope), input.roads(scope), memory);
      copy(thought.logits(), output.logits);
      copy(thought.value(), output.value);
      check(seen, output);
      remember(thought.memory());
    }
    switch (actions) {
      case ActionSpace.Discrete _ -> {}
      case ActionSpace.Continuous space -> toDeviations(output, space.names().size());
    }
  }

  @Override
  public PolicyMemory memory() {
    return RecurrentMemory.of(memory.hidden(), memory.cell());
  }

  @Override
  public void remember(PolicyMemory other) {
    if (!(other instanceof RecurrentMemory copy) || copy.agents() != agents) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    remember(new DriveLstmNet.Memory(copy.hidden(owned), copy.cell(owned)));
  }

  @Override
  public void forget(int agent) {
    remember(RecurrentMemory.of(memory.hidden(), memory.cell()).without(agent));
  }

  @Override
  public void close() {
    owned.close();
  }

  /// Arrays this policy holds in native memory; the same after any number of ticks.
  int heldArrays() {
    return owned.getManagedArrays().size();
  }

  /// Each wipe makes views of the memory, which belong to the scope it is lent to.
  private void forgetEnded(StepBuffer seen) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.terminal[agent] != 0) {
        memory.hidden().set(new NDIndex(agent), 0f);
        memory.cell().set(new NDIndex(agent), 0f);
      }
    }
  }

  private void remember(DriveLstmNet.Memory next) {
    DriveLstmNet.Memory before = memory;
    next.hidden().attach(owned);
    next.cell().attach(owned);
    memory = next;
    before.hidden().close();
    before.cell().close();
  }

  private static void copy(NDArray from, float[] to) {
    System.arraycopy(from.toFloatArray(), 0, to, 0, to.length);
  }

  /// `softplus(x) + 1e-4` of the second half of each agent's outputs; softplus(x) = ln(1 + e^x).
  private void toDeviations(PolicyOutput output, int k) {
    for (int agent = 0; agent < agents; agent++) {
      for (int i = 0; i < k; i++) {
        int at = agent * 2 * k + k + i;
        double x = output.logits[at];
        double softplus = Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
        output.logits[at] = (float) softplus + LEAST_DEVIATION;
      }
    }
  }

  private void check(StepBuffer seen, PolicyOutput output) {
    for (int i = 0; i < output.logits.length; i++) {
      if (!Float.isFinite(output.logits[i])) {
        throw flaw(seen, i / output.width, "logit " + i % output.width + " is " + output.logits[i]);
      }
    }
    for (int agent = 0; agent < agents; agent++) {
      if (!Float.isFinite(output.value[agent])) {
        throw flaw(seen, agent, "the value is " + output.value[agent]);
      }
    }
  }

  private Problem flaw(StepBuffer seen, int agent, String what) {
    String when = ", tick " + seen.trialTick + " of trial " + (seen.trial + 1);
    for (int i = 0; i < layout.size(); i++) {
      float number = seen.observation[agent * layout.size() + i];
      if (!Float.isFinite(number)) {
        return Problem.of(
            agent,
            when,
            what + ", because it observes " + layout.nameOf(i) + " = " + number,
            "check the map and the actions before that tick");
      }
    }
    return Problem.of(
        agent,
        when,
        what + ", of an observation that is finite",
        "the weights overflow: take another");
  }
}
