/// How a policy attends to earlier ticks at one tick: weight by trial and head, the ticks with the
/// most weight, and attention rollout through all layers.
@NullMarked
package dev.hindsight.inspector.lookback;

import org.jspecify.annotations.NullMarked;
