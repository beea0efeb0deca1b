/// What happened to agents in a recording, and where it happened next: no toolkit, for lanes,
/// tables and searches alike.
@NullMarked
package dev.hindsight.inspector.event;

import org.jspecify.annotations.NullMarked;
