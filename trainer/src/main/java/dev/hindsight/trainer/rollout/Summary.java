package dev.hindsight.trainer.rollout;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last member of a rollout file; a recording without it was cut off.
///
/// @param ticks rows of every channel
/// @param trialScores mean score of trial 1, 2, ..., K over the agents; empty if there are no
///   trials
/// @param totals event counts and metrics by name: `goals`, `collisions`, `offroad`, ...
/// @param hash hex SHA-256 over one line `name size crc` (CRC-32 as eight lower-case hex digits)
///   for every member except the two JSON ones, in the order of the file: equal recordings have
///   equal hashes, whenever they were made; empty if the writer gave none
/// @param wallSeconds how long recording took
/// @param extra keys this version does not know
public record Summary(
    int ticks,
    List<Double> trialScores,
    Map<String, Double> totals,
    String hash,
    double wallSeconds,
    @JsonAnyGetter Map<String, JsonNode> extra) {
  /// Copies the collections.
  public Summary {
    trialScores = List.copyOf(trialScores);
    totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
    extra = Map.copyOf(extra);
  }

  /// A recorder's part of the summary; [RolloutWriter#finish] adds ticks and hash.
  public static Summary of(
      List<Double> trialScores, Map<String, Double> totals, double wallSeconds) {
    return new Summary(0, trialScores, totals, "", wallSeconds, Map.of());
  }

  Summary closed(int writtenTicks, String wholeHash, JsonNode digests) {
    Map<String, JsonNode> more = new LinkedHashMap<>(extra);
    more.put(MemberDigests.KEY, digests);
    return new Summary(writtenTicks, trialScores, totals, wholeHash, wallSeconds, more);
  }
}
