/// What to hold a learnt policy against: flying straight on, and the geometry of the resolver.
@NullMarked
package dev.hindsight.trainer.env.airspace.baseline;

import org.jspecify.annotations.NullMarked;
