/// Recordings that go back, change something and run on: how a tick is reached at once, what a
/// branch is made of, where branches are kept.
@NullMarked
package dev.hindsight.trainer.branch;

import org.jspecify.annotations.NullMarked;
