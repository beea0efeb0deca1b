/// Weights read from good and hostile files, and actions chosen from what a policy thinks.
@NullMarked
package dev.hindsight.trainer.policy;

import org.jspecify.annotations.NullMarked;
