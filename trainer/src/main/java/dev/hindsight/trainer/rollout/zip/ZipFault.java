package dev.hindsight.trainer.rollout.zip;

/// A fault of an archive outside the contents of its members.
///
/// @param member the member whose header is wrong; empty for bytes that belong to none
/// @param what the error, as the rest of a sentence
public record ZipFault(String member, String what) {}
