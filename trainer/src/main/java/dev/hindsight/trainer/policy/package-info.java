/// The policy interface, readers of weights in any file format, and the policy types.
@NullMarked
package dev.hindsight.trainer.policy;

import org.jspecify.annotations.NullMarked;
