package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;

/// A network's outputs: the policy and the value estimate.
///
/// @param logits `[N, n]`, a logit per action
/// @param values `[N]`, the value estimates
public record LogitsAndValues(NDArray logits, NDArray values) {}
