/// A chart of any numbers of a recording: several channels of several agents over ticks or trials,
/// with units on the axes.
@NullMarked
package dev.hindsight.inspector.chart;

import org.jspecify.annotations.NullMarked;
