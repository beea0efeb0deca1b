/// A whole observation over the whole recording as one picture: every dimension a row, every tick a
/// column.
@NullMarked
package dev.hindsight.inspector.heat;

import org.jspecify.annotations.NullMarked;
