/// What the critics of a checkpoint think of joint actions: their values, what each member's action
/// was worth against its alternatives, and the targets that they should have learned.
@NullMarked
package dev.hindsight.inspector.critic;

import org.jspecify.annotations.NullMarked;
