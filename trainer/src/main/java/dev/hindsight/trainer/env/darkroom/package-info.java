/// The dark room: a minimal task in which only memory across trials helps.
@NullMarked
package dev.hindsight.trainer.env.darkroom;

import org.jspecify.annotations.NullMarked;
