/// Excavation episodes in files against the reference, and files with planted mistakes.
@NullMarked
package dev.hindsight.trainer.env.excavation.cases;

import org.jspecify.annotations.NullMarked;
