/// Moments worth looking at: ranks the ticks of a recording by what is unusual about them, each
/// with its reason in words.
@NullMarked
package dev.hindsight.inspector.moment;

import org.jspecify.annotations.NullMarked;
