/// Tests of the airspace that need more than one of its packages.
@NullMarked
package dev.hindsight.trainer.env.airspace;

import org.jspecify.annotations.NullMarked;
