package dev.hindsight.trainer.learn.net;

/// What agents looked back to at the tick an [NetworkActor] acted on last, a number each. Reading
/// allocates nothing. One owner thread.
public interface AttentionSummary {
  /// Entropy of an agent's attention in nats, of the head with the least over all layers.
  float entropy(int agent);

  /// Weight on ticks in limbo, of the head with the most over all layers; 0 where the agent itself
  /// is in limbo.
  float limboMass(int agent);
}
