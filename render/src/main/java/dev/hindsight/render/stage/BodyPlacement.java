package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.MarkSubject;

/// A pose that the user gave a body with the mouse.
///
/// @param tick of the picture in which the user took it
/// @param subject the body
/// @param x metres, of its middle
/// @param y metres
/// @param heading radians, counter-clockwise from +x
public record BodyPlacement(int tick, MarkSubject subject, double x, double y, double heading) {}
