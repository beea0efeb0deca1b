/// Policies of other programs, TorchScript and ONNX, that act here: what their arrays mean, the
/// check of it by forward passes, their memory between ticks.
@NullMarked
package dev.hindsight.trainer.learn.foreign;

import org.jspecify.annotations.NullMarked;
