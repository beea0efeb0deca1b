/// A network in both its forms, the one it learns with and the one it acts with, laid side by side:
/// values that know no network library.
@NullMarked
package dev.hindsight.trainer.parity;

import org.jspecify.annotations.NullMarked;
