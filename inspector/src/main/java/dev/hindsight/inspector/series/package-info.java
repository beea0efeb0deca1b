/// A column of one agent over all ticks, made so that any stretch of it can be drawn at once and
/// exactly: no toolkit, for every panel that draws curves.
@NullMarked
package dev.hindsight.inspector.series;

import org.jspecify.annotations.NullMarked;
