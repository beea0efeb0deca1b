/// The panel Observation map, a heat map of whole observations over a whole recording: a row per
/// dimension, a column per tick.
@NullMarked
package dev.hindsight.inspector.heatmap;

import org.jspecify.annotations.NullMarked;
