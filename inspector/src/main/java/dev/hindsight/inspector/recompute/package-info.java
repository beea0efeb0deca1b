/// The outputs of a network that is run again on a recording and, where they differ from the
/// recorded ones, the mistake that reproduces them: every hypothesis is computed, none is guessed.
@NullMarked
package dev.hindsight.inspector.recompute;

import org.jspecify.annotations.NullMarked;
