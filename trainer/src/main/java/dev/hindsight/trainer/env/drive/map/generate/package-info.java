/// Makes driving scenarios of its own: a seed into roads, and experts that drive on them without
/// touching each other or the kerb.
///
/// Everything is computed with operations whose results the Java specification fixes (`StrictMath`,
/// `java.util.Random`, doubles), so a specification gives the same bytes on every machine.
@NullMarked
package dev.hindsight.trainer.env.drive.map.generate;

import org.jspecify.annotations.NullMarked;
