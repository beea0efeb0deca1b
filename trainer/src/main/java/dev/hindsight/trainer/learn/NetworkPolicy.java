package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Column;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// A trained network acting, as it acted while it was trained. One owner thread.
final class NetworkPolicy implements Policy {
  private final NDManager manager;
  private final WeightVector weights;
  private final NetworkActor networkActor;
  private final int agents;

  /// Whether whoever chooses has something neutral to do in the place of what is not finite.
  private final boolean guarded;

  private boolean closed;

  NetworkPolicy(Network network, Map<String, Tensor> tensors, EnvironmentShape shape) {
    this.manager = TorchEngine.scope();
    this.agents = shape.agents();
    this.guarded = shape.neutral().isPresent();
    this.weights =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.networkActor = network.actor(weights, agents);
    networkActor.begin();
  }

  @Override
  public void reset() {
    networkActor.begin();
  }

  @Override
  public void setAblation(int agent, QueryAblation queryAblation) {
    if (!networkActor.setAblation(agent, queryAblation)) {
      Policy.super.setAblation(agent, queryAblation);
    }
  }

  @Override
  public int remembered(int agent) {
    int ticks = networkActor.remembered(agent);
    return ticks < 0 ? Policy.super.remembered(agent) : ticks;
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.terminal[agent] != 0) {
        networkActor.forget(agent);
      }
    }
    networkActor.act(seen.observation, seen.removed, output.logits, output.value);
    for (int agent = 0; agent < agents && !guarded; agent++) {
      checkFinite(output.value[agent], "the value estimate", agent);
      for (int i = 0; i < output.width; i++) {
        checkFinite(output.logits[agent * output.width + i], "logit " + i, agent);
      }
    }
  }

  @Override
  public List<Column> taps() {
    return networkActor.taps();
  }

  @Override
  public void tap(int tap, ByteBuffer row) {
    networkActor.tap(tap, row);
  }

  @Override
  public PolicyMemory memory() {
    return networkActor.memory();
  }

  @Override
  public void remember(PolicyMemory policyMemory) {
    networkActor.remember(policyMemory);
  }

  @Override
  public void forget(int agent) {
    if (networkActor.memory() instanceof PolicyMemory.Nothing) {
      Policy.super.forget(agent);
    }
    networkActor.forget(agent);
  }

  @Override
  public void restartPositions(int agent) {
    if (!networkActor.restartPositions(agent)) {
      Policy.super.restartPositions(agent);
    }
  }

  @Override
  public void erase(int agent, int ago, MemoryErasure how) {
    if (!networkActor.erase(agent, ago, how)) {
      Policy.super.erase(agent, ago, how);
    }
  }

  private static void checkFinite(float number, String what, int agent) {
    if (!Float.isFinite(number)) {
      throw Problem.of(
          agent, what + " is " + number, "check the checkpoint and the observation there");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      networkActor.close();
      weights.close();
      manager.close();
    }
  }
}
