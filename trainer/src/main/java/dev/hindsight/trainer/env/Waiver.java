package dev.hindsight.trainer.env;

/// A declaration that a configuration breaks a promise. Audits report the promise as waived instead
/// of failing the recording.
///
/// @param promise the broken promise
/// @param knob the setting that breaks it: `reference_quirks`
/// @param why what happens instead, as a clause
public record Waiver(Promise promise, String knob, String why) {}
