package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.rollout.Column;
import java.nio.ByteBuffer;
import java.util.List;

/// A function from observations to logits and values, for all agents of an environment in one
/// batched forward pass. One owner thread.
///
/// Holds a memory per agent (an LSTM state, a key/value cache) that persists across trials. An
/// agent's memory is wiped when [StepBuffer#episodeEnded] says that its episode ended, for good or
/// at its time limit, never at the end of a trial.
public interface Policy extends AutoCloseable {
  /// Wipes all memory.
  void reset();

  /// Wipes all memory before an episode. The numbers matter only to a policy that consists of
  /// several, one of which is drawn for each episode.
  ///
  /// @param seed of the environment
  /// @param episode its number since the environment was created, from 0
  default void begin(long seed, long episode) {
    reset();
  }

  /// Sets an agent's ablation for the following ticks, until the next call or a reset.
  ///
  /// @throws Problem for a policy without attention
  default void setAblation(int agent, QueryAblation queryAblation) {
    throw Problem.of(
        agent,
        wording("Policy.the_policy_has_no_attention_to"),
        wording("Policy.take_a_policy_with_a_transformer"));
  }

  /// Number of earlier ticks that an agent's next query finds in its memory, one per place, if its
  /// episode continues: 0 if the memory starts over with it.
  ///
  /// @throws Problem for a policy whose memory has no separate ticks
  default int remembered(int agent) {
    throw slotless(agent);
  }

  private static Problem slotless(int agent) {
    return Problem.of(
        agent,
        wording("Policy.this_policy_has_no_slots_that"),
        wording("Policy.wipe_its_memory_as_a_whole"));
  }

  /// Reads the observations and fills logits and values for every agent, in limbo or not.
  void act(StepBuffer seen, PolicyOutput output);

  /// Whether it can act no more, for instance because a program computes for ever; what it decided
  /// before stands.
  default boolean stopped() {
    return false;
  }

  /// Columns of intermediate results for recordings; most policies have none.
  default List<Column> taps() {
    return List.of();
  }

  /// Writes an intermediate result of the last [#act].
  ///
  /// @param tap index into [#taps()]
  /// @param row little-endian, with exactly the row's bytes remaining; all are written
  default void tap(int tap, ByteBuffer row) {
    throw new IndexOutOfBoundsException(tap);
  }

  /// A copy of its memory. A policy without memory need not override this.
  default PolicyMemory memory() {
    return new PolicyMemory.Nothing();
  }

  /// Restores a copied memory, of this policy or another one opened in the same way. It then
  /// continues bit for bit as from the copy.
  default void remember(PolicyMemory policyMemory) {
    if (!(policyMemory instanceof PolicyMemory.Nothing)) {
      throw new IllegalArgumentException("a memory of another policy");
    }
  }

  /// Computes outputs for observations that no action follows; its memory stays as it was.
  default void actOnce(StepBuffer seen, PolicyOutput output) {
    PolicyMemory before = memory();
    act(seen, output);
    remember(before);
  }

  /// Computes the values of observations that no action follows; its memory stays as it was. It
  /// leaves the logits undefined. A policy without values has nothing to compute.
  default void value(StepBuffer seen, PolicyOutput output) {
    actOnce(seen, output);
  }

  /// Wipes an agent's memory, as at the end of its episode.
  ///
  /// @throws Problem if the policy has no memory
  default void forget(int agent) {
    throw Problem.of(
        agent,
        wording("Policy.this_policy_has_no_memory"),
        wording("Policy.wipe_the_memory_of_one_that"));
  }

  /// Restarts an agent's positions at its next tick, as at the start of an episode; its memory
  /// stays, with the old positions.
  ///
  /// @throws Problem if the policy does not count positions
  default void restartPositions(int agent) {
    throw Problem.of(
        agent,
        wording("Policy.this_policy_counts_no_positions"),
        wording("Policy.take_a_transformer_or_wipe_its"));
  }

  /// Removes one tick from an agent's memory.
  ///
  /// @param ago how many ticks ago; 1 is the previous one
  /// @throws Problem if its memory has no separate ticks, or not that one
  default void erase(int agent, int ago, MemoryErasure how) {
    throw slotless(agent);
  }

  /// Layers whose activations can be read and replaced; 0 for a policy without such layers. The
  /// activation of layer 0 is the encoded observation with its position, that of layer l the
  /// residual after block l.
  default int patchableLayers() {
    return 0;
  }

  /// Keeps the activations of every tick from the next one on.
  ///
  /// @throws Problem for a policy without such layers
  default void keepActivations() {
    throw unpatchable();
  }

  /// An agent's activation at the last tick, `[d]`.
  ///
  /// @param layer `0..patchableLayers()`
  /// @throws Problem for a policy without such layers
  default float[] activation(int agent, int layer) {
    throw unpatchable();
  }

  /// Replaces an agent's activation at the next tick, and only there. What the layers above compute
  /// and store follows from the new one.
  ///
  /// @param layer `0..patchableLayers()`
  /// @param activation `[d]`
  /// @throws Problem for a policy without such layers
  default void patch(int agent, int layer, float[] activation) {
    throw unpatchable();
  }

  private static Problem unpatchable() {
    return new Problem(
        wording("Policy.the_policy_has_no_layers_to"),
        wording("Policy.patch"),
        wording("Policy.take_a_transformer"));
  }

  /// Frees native memory.
  @Override
  void close();
}
