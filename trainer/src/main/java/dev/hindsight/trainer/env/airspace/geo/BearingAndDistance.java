package dev.hindsight.trainer.env.airspace.geo;

/// Where one place is as seen from another.
///
/// @param bearing degrees clockwise from north
/// @param miles nautical miles
public record BearingAndDistance(double bearing, double miles) {}
