/// The radar picture of an airspace, drawn from a recording's columns alone.
@NullMarked
package dev.hindsight.trainer.env.airspace.radar;

import org.jspecify.annotations.NullMarked;
