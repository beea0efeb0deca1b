/// Maps of excavation sites: generated ones and folders of them.
@NullMarked
package dev.hindsight.trainer.env.excavation.maps;

import org.jspecify.annotations.NullMarked;
