/// Drive: vehicles on real or generated roads, over one or K trials of the same scenario. Contains
/// the settings and the environment, built on the packages below.
@NullMarked
package dev.hindsight.trainer.env.drive;

import org.jspecify.annotations.NullMarked;
