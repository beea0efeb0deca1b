package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AgentAblation;
import dev.hindsight.trainer.attention.MemoryContents;
import dev.hindsight.trainer.env.StepBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A policy with ablated attention for some agents; all others act unchanged. One owner thread.
///
/// Each agent's own flags say where its episodes and trials end; ticks are counted from the first
/// one the policy observes.
public final class AblatedPolicy implements Policy {
  private final Policy policy;
  private final int horizon;
  private final List<MemoryContents> memories;
  private final List<Optional<AgentAblation>> blindfolds;
  private final int[] trials;
  private final int[] from;
  private int tick;

  /// Starts without ablations.
  ///
  /// @param policy closed with this
  /// @param agents A
  /// @param horizon S, ticks after which a memory starts over
  /// @param first number of the first observed tick
  public AblatedPolicy(Policy policy, int agents, int horizon, int first) {
    this.policy = policy;
    this.horizon = horizon;
    this.tick = first;
    this.memories = new ArrayList<>(Stream.generate(MemoryContents::new).limit(agents).toList());
    this.blindfolds = new ArrayList<>(Collections.nCopies(agents, Optional.empty()));
    this.trials = new int[agents];
    this.from = new int[agents];
  }

  /// Sets an agent's ablation from a tick on, replacing the previous one.
  ///
  /// @param outputs mean outputs of the ablated heads, unused if they become 0
  public void ablate(
      int agent, Ablation ablation, int fromTick, Map<Ablation.Head, float[]> outputs) {
    blindfolds.set(
        agent,
        ablation.isNone() ? Optional.empty() : Optional.of(new AgentAblation(ablation, outputs)));
    from[agent] = fromTick;
  }

  /// Sets what an agent's memory already contains from ticks that were shown to the policy
  /// directly.
  ///
  /// @param memory written here from now on
  public void remember(int agent, MemoryContents memory) {
    memories.set(agent, memory);
    trials[agent] = memory.size() == 0 ? 0 : memory.trial(memory.size() - 1);
  }

  @Override
  public void reset() {
    policy.reset();
    memories.forEach(MemoryContents::forget);
    Arrays.fill(trials, 0);
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    for (int agent = 0; agent < from.length; agent++) {
      MemoryContents memory = memories.get(agent);
      trials[agent] = seen.episodeEnded(agent) ? 0 : trials[agent] + seen.trialEnded[agent];
      if (seen.episodeEnded(agent) || memory.size() == horizon) {
        memory.forget();
      }
      memory.add(tick, trials[agent], seen.removed[agent]);
      if (blindfolds.get(agent).isPresent() && tick >= from[agent]) {
        policy.setAblation(agent, blindfolds.get(agent).get().forQuery(memory, memory.size() - 1));
      }
    }
    policy.act(seen, output);
    tick++;
  }

  @Override
  public void close() {
    policy.close();
  }
}
