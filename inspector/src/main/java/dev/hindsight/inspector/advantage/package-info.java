/// Advantages in detail: how much better each action was than expected, which terms that consists
/// of, and what a wrong mask would have made of it; and how well values predicted the actual
/// returns.
@NullMarked
package dev.hindsight.inspector.advantage;

import org.jspecify.annotations.NullMarked;
