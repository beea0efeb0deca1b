/// What benchmarks report: figures as data, the machine they were measured on, and whether they
/// differ from a stored baseline by more than noise.
@NullMarked
package dev.hindsight.trainer.bench;

import org.jspecify.annotations.NullMarked;
