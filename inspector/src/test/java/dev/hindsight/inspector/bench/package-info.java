/// The benchmark of the audits: recordings of correct code that no audit may fail, and recordings
/// with one defect each that some audit must find.
@NullMarked
package dev.hindsight.inspector.bench;

import org.jspecify.annotations.NullMarked;
