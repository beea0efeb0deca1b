/// Breakpoints, the search for them in a recording, and the one list of signals that conditions may
/// use.
@NullMarked
package dev.hindsight.inspector.breakpoint;

import org.jspecify.annotations.NullMarked;
