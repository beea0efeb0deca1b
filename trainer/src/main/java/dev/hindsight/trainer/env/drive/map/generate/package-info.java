/// Generates driving scenarios: a seed becomes roads, and experts that drive on them without
/// touching each other or the kerb.
///
/// Every operation has a result that the Java specification fixes (`StrictMath`,
/// `java.util.Random`, doubles), so a specification gives the same bytes on every machine.
@NullMarked
package dev.hindsight.trainer.env.drive.map.generate;

import org.jspecify.annotations.NullMarked;
