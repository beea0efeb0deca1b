/// The bench of faults of the whole program: processes that are killed, disks that are full, two
/// processes on one file, foreign locales, no network, and hours of work.
@NullMarked
package dev.hindsight.app.fault;

import org.jspecify.annotations.NullMarked;
