/// Recordings that go back, change something and run on: how to reach a tick quickly, what a branch
/// consists of, and where branches are stored.
@NullMarked
package dev.hindsight.trainer.branch;

import org.jspecify.annotations.NullMarked;
