/// Channels computed from a recording, shown on the timeline beside the recorded ones.
@NullMarked
package dev.hindsight.inspector.derived;

import org.jspecify.annotations.NullMarked;
