/// The readers of the window and of the command line under the bench of `trainer.fault`: what they
/// do with any bytes.
@NullMarked
package dev.hindsight.app.fuzz;

import org.jspecify.annotations.NullMarked;
