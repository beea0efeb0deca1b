/// The choice of another PyTorch than the shipped one: finds an installed PyTorch for GPUs, checks
/// whether it fits, and remembers the choice. Uses no network library;
/// `dev.hindsight.trainer.learn` applies the choice.
@NullMarked
package dev.hindsight.trainer.gpu;

import org.jspecify.annotations.NullMarked;
