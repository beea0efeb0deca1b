/// A recurrent network, over segments and tick by tick.
@NullMarked
package dev.hindsight.trainer.learn.lstm;

import org.jspecify.annotations.NullMarked;
