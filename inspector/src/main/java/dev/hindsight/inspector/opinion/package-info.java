/// A second opinion: what another checkpoint holds of what was done.
@NullMarked
package dev.hindsight.inspector.opinion;

import org.jspecify.annotations.NullMarked;
