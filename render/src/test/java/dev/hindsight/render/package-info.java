/// Tests of how a scene looks.
@NullMarked
package dev.hindsight.render;

import org.jspecify.annotations.NullMarked;
