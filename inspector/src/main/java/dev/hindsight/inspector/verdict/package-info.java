/// Did it remember? A recording's episodes run again with each way shut by which something of
/// earlier trials reaches its policy, set side by side and concluded in one sentence.
@NullMarked
package dev.hindsight.inspector.verdict;

import org.jspecify.annotations.NullMarked;
