/// The list of the ways to train that come with Hindsight, and how fast they are.
@NullMarked
package dev.hindsight.trainer.learn.algorithm;

import org.jspecify.annotations.NullMarked;
