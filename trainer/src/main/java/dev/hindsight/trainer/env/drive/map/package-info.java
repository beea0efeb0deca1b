/// Road maps with the traffic logged on them: the formats they come in, and a generator of new
/// ones.
@NullMarked
package dev.hindsight.trainer.env.drive.map;

import org.jspecify.annotations.NullMarked;
