/// Provenance of recordings and checkpoints: every knob as requested and as it took effect,
/// versions and hashes; contradictions; and the differences between two files.
@NullMarked
package dev.hindsight.inspector.provenance;

import org.jspecify.annotations.NullMarked;
