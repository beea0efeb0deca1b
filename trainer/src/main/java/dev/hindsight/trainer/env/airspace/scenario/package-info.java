/// What aircraft there are to begin with: scenario files read and written, and intruders placed to
/// conflict.
@NullMarked
package dev.hindsight.trainer.env.airspace.scenario;

import org.jspecify.annotations.NullMarked;
