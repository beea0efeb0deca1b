/// What must hold of every recording and of whoever acted in it, asked one question at a time, with
/// the tick, the agent and the cause where it does not.
@NullMarked
package dev.hindsight.inspector.audit;

import org.jspecify.annotations.NullMarked;
