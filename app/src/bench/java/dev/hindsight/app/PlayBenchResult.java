package dev.hindsight.app;

/// How smoothly the window played a recording on the screen there is.
///
/// @param framesPerSecond frames painted; every one shows another tick where a tick takes no longer
///   than a frame
/// @param betweenFrames from one frame to the next, milliseconds; JavaFX begins 60 a second at most
/// @param ticks the cursor went on
/// @param dueTicks it should have gone on
/// @param width of the window's content, in units of the screen
/// @param height of the window's content
/// @param scale pixels of a unit
public record PlayBenchResult(
    double framesPerSecond,
    Quantiles betweenFrames,
    long ticks,
    long dueTicks,
    double width,
    double height,
    double scale) {}
