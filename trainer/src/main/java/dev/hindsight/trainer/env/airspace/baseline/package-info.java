/// Baselines to compare a learned policy with: flying straight on, and a geometric resolver.
@NullMarked
package dev.hindsight.trainer.env.airspace.baseline;

import org.jspecify.annotations.NullMarked;
