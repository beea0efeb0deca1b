package dev.hindsight.inspector.provenance;

/// A knob that says one thing while something else happened.
///
/// @param knob its name
/// @param said the value it has, or was asked to have
/// @param was what happened instead
/// @param sentence all of it, for people
public record Contradiction(String knob, String said, String was, String sentence) {}
