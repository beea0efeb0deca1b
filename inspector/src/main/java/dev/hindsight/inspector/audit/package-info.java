/// Checks that every recording and the policy in it must pass; each finding names the tick, the
/// agent and the cause.
@NullMarked
package dev.hindsight.inspector.audit;

import org.jspecify.annotations.NullMarked;
