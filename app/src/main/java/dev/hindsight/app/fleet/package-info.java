/// The workers of a training run in the window: who they are, how old their batches were, what
/// became of episodes, and how well the policy does in each bucket of randomised worlds.
@NullMarked
package dev.hindsight.app.fleet;

import org.jspecify.annotations.NullMarked;
