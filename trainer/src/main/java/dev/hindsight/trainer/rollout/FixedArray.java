package dev.hindsight.trainer.rollout;

/// An array of a recording without a tick axis: `size`, `road/points`, ...
///
/// @param spec its description
/// @param array the numbers
public record FixedArray(ChannelSpec spec, NpyArray array) {}
