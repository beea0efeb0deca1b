/// What a policy with attention looked back at: weights computed anew from what was observed, or
/// read from a recording that holds them, their picture, and how far they can be trusted.
@NullMarked
package dev.hindsight.inspector.attention;

import org.jspecify.annotations.NullMarked;
