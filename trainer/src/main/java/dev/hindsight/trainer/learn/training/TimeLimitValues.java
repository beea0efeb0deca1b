package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Optional;

/// The values of the final observations of episodes that end at their time limit. One owner thread.
final class TimeLimitValues {
  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final Trajectories into;
  private final Optional<OutputGuard> guard;

  /// `[A]`, whether the last tick ended an agent's episode at its time limit.
  private final boolean[] timedOut;

  /// `[A * D]` what the policy would have observed next; empty until a time limit ends an episode.
  private float[] observation = new float[0];

  private final byte[] removed;
  private final PolicyOutput output;

  /// @param networkActor of the learning agents
  /// @param into gets the final observations and their values
  /// @param guard counts values that are not finite; without it, such a value is a problem
  TimeLimitValues(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      Trajectories into,
      Optional<OutputGuard> guard) {
    this.vectorEnvironment = vectorEnvironment;
    this.networkActor = networkActor;
    this.into = into;
    this.guard = guard;
    int agents = vectorEnvironment.shape().agents();
    this.timedOut = new boolean[agents];
    this.removed = new byte[agents];
    this.output = new PolicyOutput(vectorEnvironment.shape());
  }

  /// Stores an agent's final observation if the last tick ended its episode at its time limit.
  ///
  /// @param at of the agent and the tick in the trajectories
  /// @param seen of the agent's world
  /// @param i index of the agent in its world
  void note(int agent, int at, StepBuffer seen, int i) {
    timedOut[agent] = seen.timedOut(i) && !into.steps.inLimbo(at);
    if (timedOut[agent]) {
      into.finals.put(at, seen.finalObservation(), i * into.numbers);
    }
  }

  /// Computes the values of the noted observations, with the memory as it was: the memory is copied
  /// before, because this tick never happens, and wiped only afterwards. A value that is not finite
  /// stays unknown if there is a guard: what the episode was cut off from is then not estimated.
  /// The guard counts it unless the tick itself was skipped, whose output it has counted.
  ///
  /// @return how many nanoseconds it took
  /// @throws dev.hindsight.trainer.Problem if a value is not finite and there is no guard, naming
  ///   agent and tick
  long compute(int t) {
    boolean any = false;
    for (boolean one : timedOut) {
      any |= one;
    }
    if (!any) {
      return 0;
    }
    long start = System.nanoTime();
    if (observation.length == 0) {
      observation = new float[vectorEnvironment.observation.length];
    }
    System.arraycopy(vectorEnvironment.observation, 0, observation, 0, observation.length);
    for (int agent = 0; agent < into.rows; agent++) {
      // Agents of the same world whose episode ended for good have left it. One at its time limit
      // is there, also in a world that rests from now on.
      boolean gone = into.ended[into.at(agent, t)] != 0;
      removed[agent] = timedOut[agent] ? 0 : gone ? 1 : vectorEnvironment.removed[agent];
      if (timedOut[agent]) {
        int kept = into.finals.index(into.at(agent, t));
        into.finals.all().read(kept, observation, agent * into.numbers);
      }
    }
    PolicyMemory before = networkActor.memory();
    networkActor.act(observation, removed, output.logits, output.value);
    networkActor.remember(before);
    for (int agent = 0; agent < into.rows; agent++) {
      if (timedOut[agent]) {
        float value = output.value[agent];
        int at = into.at(agent, t);
        if (guard.isEmpty() || Float.isFinite(value)) {
          Collector.checkFinite(value, wording("Collector.value_at_the_time_limit"), agent, t);
          into.timeoutValue[at] = value;
        } else if (into.skipped[at] == 0) {
          guard.get().noteFinal(value, agent, t);
        }
        timedOut[agent] = false;
      }
    }
    return System.nanoTime() - start;
  }
}
