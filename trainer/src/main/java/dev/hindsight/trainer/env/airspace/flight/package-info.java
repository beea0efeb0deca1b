/// How an aircraft flies: the atmosphere, its envelope, its commands, and one step of all aircraft.
@NullMarked
package dev.hindsight.trainer.env.airspace.flight;

import org.jspecify.annotations.NullMarked;
