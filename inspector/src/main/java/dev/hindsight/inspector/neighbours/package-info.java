/// Which neighbours an agent's policy looks at, as it acted: by head, against what an edge is like,
/// and computed anew from the checkpoint.
@NullMarked
package dev.hindsight.inspector.neighbours;

import org.jspecify.annotations.NullMarked;
