/// Where a recording or a checkpoint comes from: every knob as it was asked for and as it took
/// effect, versions and hashes; what contradicts itself; what two of them do not have in common.
@NullMarked
package dev.hindsight.inspector.provenance;

import org.jspecify.annotations.NullMarked;
