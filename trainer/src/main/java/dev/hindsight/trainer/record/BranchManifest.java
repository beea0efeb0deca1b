package dev.hindsight.trainer.record;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the manifest of a branch says: what that of its origin says, and what it is a branch of.
final class BranchManifest {
  private BranchManifest() {}

  /// @param columns of the branch
  /// @param keys what it says besides
  static Manifest of(Rollout origin, List<Column> columns, Map<String, JsonNode> keys) {
    Manifest from = origin.manifest();
    Map<String, JsonNode> extra = new HashMap<>(from.extra());
    extra.putAll(keys);
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        from.producer(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        from.environment(),
        from.policy(),
        from.seed(),
        from.agents(),
        from.tickSeconds(),
        from.trials(),
        RolloutWriter.chunkTicks(columns),
        from.observation(),
        columns.stream().map(Column::spec).toList(),
        from.fixed(),
        extra);
  }
}
