/// Versions of a policy next to each other: several checkpoints read the same recorded
/// observations, and their outputs are compared tick by tick.
@NullMarked
package dev.hindsight.inspector.version;

import org.jspecify.annotations.NullMarked;
