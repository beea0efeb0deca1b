/// Small cases in files that the command line computes in the form of reference numbers.
@NullMarked
package dev.hindsight.trainer.env.airspace.cases;

import org.jspecify.annotations.NullMarked;
