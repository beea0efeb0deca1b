/// Policies that other programs saved as a whole, with their code: TorchScript and ONNX. Reads what
/// flows in and out of them and refuses code that could reach outside; runs nothing.
@NullMarked
package dev.hindsight.trainer.policy.program;

import org.jspecify.annotations.NullMarked;
