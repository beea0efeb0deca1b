/// Road maps with logged traffic: readers for their formats, and a generator of new maps.
@NullMarked
package dev.hindsight.trainer.env.drive.map;

import org.jspecify.annotations.NullMarked;
