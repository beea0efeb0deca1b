/// The bench of faults: what every reader of outside bytes does with bytes that are none.
@NullMarked
package dev.hindsight.trainer.fault;

import org.jspecify.annotations.NullMarked;
