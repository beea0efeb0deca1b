/// Weights read from good and hostile files, and actions chosen from a policy's output.
@NullMarked
package dev.hindsight.trainer.policy;

import org.jspecify.annotations.NullMarked;
