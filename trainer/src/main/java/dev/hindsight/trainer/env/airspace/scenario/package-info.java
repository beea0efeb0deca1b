/// The initial traffic: reads and writes scenario files, and places intruders so that they
/// conflict.
@NullMarked
package dev.hindsight.trainer.env.airspace.scenario;

import org.jspecify.annotations.NullMarked;
