/// Compares the two forms of a network, the one used to learn and the one used to act, with values
/// independent of any network library.
@NullMarked
package dev.hindsight.trainer.parity;

import org.jspecify.annotations.NullMarked;
