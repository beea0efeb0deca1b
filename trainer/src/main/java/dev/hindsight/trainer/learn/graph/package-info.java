/// A policy whose agents look at each other: attention over the graph between the agents of a
/// world, over segments and tick by tick.
@NullMarked
package dev.hindsight.trainer.learn.graph;

import org.jspecify.annotations.NullMarked;
