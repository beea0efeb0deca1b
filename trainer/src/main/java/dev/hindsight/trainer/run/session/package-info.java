/// A run being executed: from a request to a checked specification, through the gates and the
/// updates, with the commands of whoever watches.
@NullMarked
package dev.hindsight.trainer.run.session;

import org.jspecify.annotations.NullMarked;
