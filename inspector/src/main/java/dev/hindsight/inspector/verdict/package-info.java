/// Did it remember? Runs a recording's episodes again with each path closed through which earlier
/// trials can reach the policy, compares the results, and states the conclusion in one sentence.
@NullMarked
package dev.hindsight.inspector.verdict;

import org.jspecify.annotations.NullMarked;
