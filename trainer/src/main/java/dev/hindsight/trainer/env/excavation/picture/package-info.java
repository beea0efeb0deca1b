/// The picture of an excavation: the site, the machine, and what it observes of its surroundings.
@NullMarked
package dev.hindsight.trainer.env.excavation.picture;

import org.jspecify.annotations.NullMarked;
