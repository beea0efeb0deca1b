/// What the policy chose at a tick, which actions it could choose from, and how sure it was.
@NullMarked
package dev.hindsight.inspector.action;

import org.jspecify.annotations.NullMarked;
