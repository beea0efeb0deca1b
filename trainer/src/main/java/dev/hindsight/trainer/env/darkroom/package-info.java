/// The dark room: the smallest task in which nothing but memory across trials helps.
@NullMarked
package dev.hindsight.trainer.env.darkroom;

import org.jspecify.annotations.NullMarked;
