/// Replay buffers: the steps that an off-policy algorithm learns from more than once, and how it
/// draws them; one interface, one list of kinds.
@NullMarked
package dev.hindsight.trainer.learn.replay;

import org.jspecify.annotations.NullMarked;
