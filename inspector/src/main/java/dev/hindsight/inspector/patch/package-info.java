/// Activation patching: the activations of one tick put into another, at every layer and from every
/// tick, with what follows.
@NullMarked
package dev.hindsight.inspector.patch;

import org.jspecify.annotations.NullMarked;
