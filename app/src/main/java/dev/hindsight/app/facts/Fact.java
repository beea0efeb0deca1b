package dev.hindsight.app.facts;

/// What a column says at one tick.
///
/// @param name of the column
/// @param value in words
/// @param unit of the value, empty for none
/// @param doc one line about the column, empty where the recording says nothing
public record Fact(String name, String value, String unit, String doc) {}
