/// The gates of the training code: what it must compute in small cases whose answers are known, by
/// the names that the reference's trainer gives them. They call the code that trains.
@NullMarked
package dev.hindsight.trainer.learn.gate;

import org.jspecify.annotations.NullMarked;
