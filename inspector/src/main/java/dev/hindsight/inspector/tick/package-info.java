/// Everything a recording says about one tick: every column and every fixed array, with unit, shape
/// and what has changed since the tick before.
@NullMarked
package dev.hindsight.inspector.tick;

import org.jspecify.annotations.NullMarked;
