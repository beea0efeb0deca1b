/// Building blocks of networks: named weights in one flat vector, layers, encoders of observations.
@NullMarked
package dev.hindsight.trainer.learn.net;

import org.jspecify.annotations.NullMarked;
