/// The agents of a recording as a table: what each does at the cursor and has come to so far.
@NullMarked
package dev.hindsight.inspector.agents;

import org.jspecify.annotations.NullMarked;
