/// The list of Hindsight's algorithms, and their speed.
@NullMarked
package dev.hindsight.trainer.learn.algorithm;

import org.jspecify.annotations.NullMarked;
