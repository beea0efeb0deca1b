/// The observation under the microscope: every number by name, raw and as what it measures, where
/// it came from, and what is odd about it.
@NullMarked
package dev.hindsight.inspector.observation;

import org.jspecify.annotations.NullMarked;
