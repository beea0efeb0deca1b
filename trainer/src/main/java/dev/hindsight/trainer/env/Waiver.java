package dev.hindsight.trainer.env;

/// A promise that a configuration declares not to keep. Whoever checks recordings reports it as
/// waived and does not fail them for it.
///
/// @param promise what is not kept
/// @param knob the setting that declares it: `reference_quirks`
/// @param why what happens instead, as a clause
public record Waiver(Promise promise, String knob, String why) {}
