package dev.hindsight.render.film;

import java.nio.file.Path;

/// What an export made.
///
/// @param file the finished file
/// @param frames pictures in it
/// @param width pixels, which may be one less than asked for: a film's sides are even
/// @param height pixels, likewise
/// @param rate frames per second
/// @param bytes size of the file
/// @param seconds wall time the export took
public record FilmReport(
    Path file, int frames, int width, int height, FrameRate rate, long bytes, double seconds) {}
