/// Rock, paper, scissors: two agents as one group whose rewards add up to nothing, the smallest
/// world that shows whether grouped agents run at all.
@NullMarked
package dev.hindsight.trainer.env.rps;

import org.jspecify.annotations.NullMarked;
