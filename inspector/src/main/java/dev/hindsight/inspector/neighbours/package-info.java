/// Which neighbours an agent's policy attends to: by head, against properties of the edge, and
/// recomputed from the checkpoint.
@NullMarked
package dev.hindsight.inspector.neighbours;

import org.jspecify.annotations.NullMarked;
