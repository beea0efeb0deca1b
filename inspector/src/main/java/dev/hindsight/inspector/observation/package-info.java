/// Observations in detail: every number by name, raw and as what it measures, its source, and
/// anything unusual about it.
@NullMarked
package dev.hindsight.inspector.observation;

import org.jspecify.annotations.NullMarked;
