package dev.hindsight.app;

/// How smoothly the window played a recording on the present screen.
///
/// @param framesPerSecond painted frames; each shows another tick if a tick takes no longer than a
///   frame
/// @param betweenFrames time from one frame to the next, in milliseconds; JavaFX starts at most 60
///   per second
/// @param ticks ticks that the cursor moved
/// @param dueTicks ticks that it should have moved
/// @param width of the window's content, in units of the screen
/// @param height of the window's content
/// @param scale pixels per unit
public record PlayBenchResult(
    double framesPerSecond,
    Quantiles betweenFrames,
    long ticks,
    long dueTicks,
    double width,
    double height,
    double scale) {}
