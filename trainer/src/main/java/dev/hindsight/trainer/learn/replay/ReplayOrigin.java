package dev.hindsight.trainer.learn.replay;

/// Where in its run an episode of a replay buffer was played.
///
/// @param generation number of the update before which its environments were created, from 0
/// @param decider which agent or group decided, from 0
/// @param tick of its first observation, since its environments were created
public record ReplayOrigin(long generation, int decider, int tick) {}
