/// Groups of agents that decide as one, step by step, as multi-agent libraries exchange them: what
/// a group observes, does and is paid, and when it ends.
@NullMarked
package dev.hindsight.trainer.group;

import org.jspecify.annotations.NullMarked;
