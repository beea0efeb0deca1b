/// Breakpoints: conditions that are kept, found in a recording, and run to; and the one list of
/// everything a condition may ask a recording about.
@NullMarked
package dev.hindsight.inspector.breakpoint;

import org.jspecify.annotations.NullMarked;
