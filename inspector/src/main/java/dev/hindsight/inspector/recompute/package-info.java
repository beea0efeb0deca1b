/// What a network says of a recording when it is asked again, and, where that is not what was
/// recorded, which mistake reproduces it: each a hypothesis that is computed, none that is guessed.
@NullMarked
package dev.hindsight.inspector.recompute;

import org.jspecify.annotations.NullMarked;
