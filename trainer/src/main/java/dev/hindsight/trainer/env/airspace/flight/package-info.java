/// How an aircraft flies: the air it is in, its envelope, what it was told, and one step of all of
/// them.
@NullMarked
package dev.hindsight.trainer.env.airspace.flight;

import org.jspecify.annotations.NullMarked;
