/// Another PyTorch than the one that is shipped: where one for GPUs is installed, whether it fits,
/// and that it is to be used. Knows no network library; `dev.hindsight.trainer.learn` obeys.
@NullMarked
package dev.hindsight.trainer.gpu;

import org.jspecify.annotations.NullMarked;
