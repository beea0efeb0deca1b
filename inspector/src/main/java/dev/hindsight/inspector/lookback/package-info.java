/// Where a policy looks back to at one tick: weight by trial and head, the moments looked at most,
/// and attention followed through all layers.
@NullMarked
package dev.hindsight.inspector.lookback;

import org.jspecify.annotations.NullMarked;
