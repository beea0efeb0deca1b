/// Excavation episodes in files, which the command line plays.
@NullMarked
package dev.hindsight.trainer.env.excavation.cases;

import org.jspecify.annotations.NullMarked;
