/// The agents of a recording as a table: the status and totals of each at the cursor.
@NullMarked
package dev.hindsight.inspector.agents;

import org.jspecify.annotations.NullMarked;
