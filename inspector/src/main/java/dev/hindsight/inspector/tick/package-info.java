/// Everything a recording holds for one tick: every column and every static array, with unit, shape
/// and the change since the previous tick.
@NullMarked
package dev.hindsight.inspector.tick;

import org.jspecify.annotations.NullMarked;
