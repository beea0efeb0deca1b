package dev.hindsight.render.film;

import java.nio.file.Path;

/// The result of an export.
///
/// @param file the finished file
/// @param frames number of pictures
/// @param width pixels; may be one less than requested, because a film's sides are even
/// @param height pixels, likewise
/// @param rate frames per second
/// @param bytes size of the file
/// @param seconds wall time of the export
public record FilmReport(
    Path file, int frames, int width, int height, FrameRate rate, long bytes, double seconds) {}
