/// A channel of one agent over all ticks, prepared so that any span can be drawn at once and
/// exactly: no toolkit, for every panel that draws curves.
@NullMarked
package dev.hindsight.inspector.series;

import org.jspecify.annotations.NullMarked;
