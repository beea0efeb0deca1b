/// What a policy with attention attended to: weights computed again from the observations or read
/// from the recording, their picture, and how far to trust them.
@NullMarked
package dev.hindsight.inspector.attention;

import org.jspecify.annotations.NullMarked;
