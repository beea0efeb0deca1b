package dev.hindsight.render.film;

import java.nio.file.Path;

/// The target, size and speed of an export.
///
/// @param target the file to write; an existing one is replaced when the new one is complete
/// @param width pixels
/// @param height pixels
/// @param rate frames per second; a still ignores it
public record ExportRequest(Path target, int width, int height, FrameRate rate) {}
