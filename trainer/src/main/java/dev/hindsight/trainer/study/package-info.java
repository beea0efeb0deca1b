/// Measures how well a policy does over whole episodes, and gives intervals for the means.
@NullMarked
package dev.hindsight.trainer.study;

import org.jspecify.annotations.NullMarked;
