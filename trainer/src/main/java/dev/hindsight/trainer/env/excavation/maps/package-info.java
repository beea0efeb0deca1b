/// Maps of excavation sites: the target, obstacles and dumpable ground that an episode begins with.
@NullMarked
package dev.hindsight.trainer.env.excavation.maps;

import org.jspecify.annotations.NullMarked;
