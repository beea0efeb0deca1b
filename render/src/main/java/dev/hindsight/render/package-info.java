/// The look of a scene in every painter: colours per tone, the shape of a body, the width of a
/// line.
@NullMarked
package dev.hindsight.render;

import org.jspecify.annotations.NullMarked;
