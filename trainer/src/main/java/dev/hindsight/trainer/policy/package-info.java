/// What a policy is, how its weights are read from any file, and the one list of those there are.
@NullMarked
package dev.hindsight.trainer.policy;

import org.jspecify.annotations.NullMarked;
