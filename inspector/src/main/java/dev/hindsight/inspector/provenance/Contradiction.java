package dev.hindsight.inspector.provenance;

/// A knob whose value contradicts what happened.
///
/// @param knob its name
/// @param said its value, or the value requested for it
/// @param was what happened instead
/// @param sentence the contradiction in words
public record Contradiction(String knob, String said, String was, String sentence) {}
