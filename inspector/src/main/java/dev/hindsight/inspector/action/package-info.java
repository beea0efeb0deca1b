/// What the policy chose at a tick, among what, and how sure it was.
@NullMarked
package dev.hindsight.inspector.action;

import org.jspecify.annotations.NullMarked;
