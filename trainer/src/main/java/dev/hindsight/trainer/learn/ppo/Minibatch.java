package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.SegmentBatch;

/// What one step of the optimiser learns from: N = B * T ticks.
///
/// @param segments what was seen
/// @param action `[N, 1]` int64, what was done
/// @param logProb `[N]`, log-probability it was drawn with
/// @param advantage `[N]`, normalised, weighed by the choice of rows; 0 in limbo
/// @param returns `[N]`, what the value should be
/// @param oldValue `[N]`, what it was
/// @param weight `[N]`, share of a tick in every mean; 0 in limbo, else they sum to 1
/// @param entropyWeight `[N]`, coefficient of the entropy
record Minibatch(
    SegmentBatch segments,
    NDArray action,
    NDArray logProb,
    NDArray advantage,
    NDArray returns,
    NDArray oldValue,
    NDArray weight,
    NDArray entropyWeight) {}
