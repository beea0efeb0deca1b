package dev.hindsight.trainer.env.airspace.geo;

/// A place on the earth.
///
/// @param latitude degrees, north positive
/// @param longitude degrees, east positive
public record GeoPosition(double latitude, double longitude) {}
