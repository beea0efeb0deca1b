/// Studies: the file that describes arms and seeds, the ledger of their runs, the scores, and the
/// report.
@NullMarked
package dev.hindsight.trainer.study.plan;

import org.jspecify.annotations.NullMarked;
