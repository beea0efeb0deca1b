/// The likelihood of the recorded actions under another checkpoint: the panel Second opinion.
@NullMarked
package dev.hindsight.inspector.likelihood;

import org.jspecify.annotations.NullMarked;
