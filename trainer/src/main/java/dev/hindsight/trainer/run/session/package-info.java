/// Executes a run: from a request to a checked specification, through the gates and updates, with
/// commands from its users.
@NullMarked
package dev.hindsight.trainer.run.session;

import org.jspecify.annotations.NullMarked;
