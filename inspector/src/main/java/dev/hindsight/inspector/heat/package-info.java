/// Whole observations over a whole recording as one picture: a row per dimension, a column per
/// tick.
@NullMarked
package dev.hindsight.inspector.heat;

import org.jspecify.annotations.NullMarked;
