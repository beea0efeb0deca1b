package dev.hindsight.render.film;

import java.nio.file.Path;

/// Where an export goes and how large and fast it is.
///
/// @param target the file to make; replaced, once the new one is whole, where it exists
/// @param width pixels
/// @param height pixels
/// @param rate frames per second; a still has none and ignores it
public record ExportRequest(Path target, int width, int height, FrameRate rate) {}
