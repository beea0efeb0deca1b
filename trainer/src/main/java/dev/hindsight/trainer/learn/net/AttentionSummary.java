package dev.hindsight.trainer.learn.net;

/// The attention of agents at the last tick a [NetworkActor] acted on, one number each. Reading
/// allocates nothing. One owner thread.
public interface AttentionSummary {
  /// Entropy of an agent's attention in nats; the smallest over all layers and heads.
  float entropy(int agent);

  /// Attention on ticks in limbo; the largest over all layers and heads; 0 if the agent itself is
  /// in limbo.
  float limboMass(int agent);
}
