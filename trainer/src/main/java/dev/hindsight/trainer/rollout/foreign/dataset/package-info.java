/// Datasets of episodes: HDF5 files as Minari, robomimic and D4RL write them, and arrays of NumPy,
/// read as recordings; recordings written as Minari datasets. The only package that uses jHDF.
@NullMarked
package dev.hindsight.trainer.rollout.foreign.dataset;

import org.jspecify.annotations.NullMarked;
