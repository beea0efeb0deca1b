/// Curves over the ticks of a recording, small enough for a panel and exact at every zoom.
@NullMarked
package dev.hindsight.inspector.plot;

import org.jspecify.annotations.NullMarked;
