/// Second opinions: the probabilities that another checkpoint gives the recorded actions.
@NullMarked
package dev.hindsight.inspector.opinion;

import org.jspecify.annotations.NullMarked;
