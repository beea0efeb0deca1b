package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/// The last member of a rollout file; its absence says that the recording was cut off.
///
/// @param ticks rows every channel has
/// @param trialScores mean score of trial 1, 2, ..., K over the agents; empty where there are no
///   trials
/// @param totals event counts and metrics by name: `goals`, `collisions`, `offroad`, ...
/// @param hash hex digest of the whole recording
/// @param wallSeconds how long recording took
/// @param extra keys this version does not know
public record Summary(
    int ticks,
    List<Double> trialScores,
    Map<String, Double> totals,
    String hash,
    double wallSeconds,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> extra) {}
