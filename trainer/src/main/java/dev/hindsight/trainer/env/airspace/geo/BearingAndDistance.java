package dev.hindsight.trainer.env.airspace.geo;

/// The bearing and distance from one place to another.
///
/// @param bearing degrees clockwise from north
/// @param miles nautical miles
public record BearingAndDistance(double bearing, double miles) {}
