/// The panel Occlusion: what the policy would do had it not seen a part of its observation, for the
/// policy that acted or any other; and how much every observed number matters to it.
@NullMarked
package dev.hindsight.inspector.occlusion;

import org.jspecify.annotations.NullMarked;
