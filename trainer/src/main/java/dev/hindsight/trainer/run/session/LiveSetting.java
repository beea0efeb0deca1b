package dev.hindsight.trainer.run.session;

/// A setting of a going run.
///
/// @param name with its prefix: `ppo.ent_coef`
/// @param value its present value
/// @param refusal why it cannot change during the run; empty if it can
public record LiveSetting(String name, String value, String refusal) {}
