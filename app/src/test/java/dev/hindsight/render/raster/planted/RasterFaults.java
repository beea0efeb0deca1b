package dev.hindsight.render.raster.planted;

import javafx.scene.paint.Color;

/// A film that would need a display.
public record RasterFaults(Color colour) {}
