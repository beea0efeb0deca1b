/// Events of agents in a recording, and the search for them: no toolkit, used by lanes, tables and
/// searches.
@NullMarked
package dev.hindsight.inspector.event;

import org.jspecify.annotations.NullMarked;
