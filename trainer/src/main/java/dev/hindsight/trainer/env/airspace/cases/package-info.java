/// Small cases in files, computed for the command line in the shape of reference numbers.
@NullMarked
package dev.hindsight.trainer.env.airspace.cases;

import org.jspecify.annotations.NullMarked;
