package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.Actor;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Erasure;
import dev.hindsight.trainer.policy.Memory;
import dev.hindsight.trainer.policy.Policy;
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
  private final Actor actor;
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
    this.actor = network.actor(weights, agents);
    actor.begin();
  }

  @Override
  public void reset() {
    actor.begin();
  }

  @Override
  public void cut(int agent, Cut cut) {
    if (!actor.cut(agent, cut)) {
      Policy.super.cut(agent, cut);
    }
  }

  @Override
  public int remembered(int agent) {
    int ticks = actor.remembered(agent);
    return ticks < 0 ? Policy.super.remembered(agent) : ticks;
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.terminal[agent] != 0) {
        actor.forget(agent);
      }
    }
    actor.act(seen.observation, seen.removed, output.logits, output.value);
    for (int agent = 0; agent < agents && !guarded; agent++) {
      checkFinite(output.value[agent], "the value estimate", agent);
      for (int i = 0; i < output.width; i++) {
        checkFinite(output.logits[agent * output.width + i], "logit " + i, agent);
      }
    }
  }

  @Override
  public List<Column> taps() {
    return actor.taps();
  }

  @Override
  public void tap(int tap, ByteBuffer row) {
    actor.tap(tap, row);
  }

  @Override
  public Memory memory() {
    return actor.memory();
  }

  @Override
  public void remember(Memory memory) {
    actor.remember(memory);
  }

  @Override
  public void forget(int agent) {
    if (actor.memory() instanceof Memory.Nothing) {
      Policy.super.forget(agent);
    }
    actor.forget(agent);
  }

  @Override
  public void restartPositions(int agent) {
    if (!actor.restartPositions(agent)) {
      Policy.super.restartPositions(agent);
    }
  }

  @Override
  public void erase(int agent, int ago, Erasure how) {
    if (!actor.erase(agent, ago, how)) {
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
      actor.close();
      weights.close();
      manager.close();
    }
  }
}
