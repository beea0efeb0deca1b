package dev.hindsight.trainer.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.policy.program.Program;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Weights read from a file, with the file's metadata. Reading executes nothing.
///
/// @param name file name without folders
/// @param sha256 hex digest of the file
/// @param tensors by name, in file order; a raw `.bin` has one tensor named [#RAW]
/// @param metadata effective config, environment, layout, code version, parent; empty for files of
///   other programs
/// @param program a policy saved with its code; empty for bare weights
public record Checkpoint(
    String name,
    String sha256,
    Map<String, Tensor> tensors,
    Map<String, JsonNode> metadata,
    Optional<Program> program) {
  /// Name of the only tensor in a file of raw numbers.
  public static final String RAW = "raw";

  /// Prefix of tensors that only training needs.
  public static final String OPTIMISER = "optimiser.";

  /// Copies, keeping the order.
  public Checkpoint {
    tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// Bare weights.
  public Checkpoint(
      String name, String sha256, Map<String, Tensor> tensors, Map<String, JsonNode> metadata) {
    this(name, sha256, tensors, metadata, Optional.empty());
  }

  /// A policy with its code.
  public Checkpoint(String name, String sha256, Program program) {
    this(name, sha256, Map.of(), Map.of(), Optional.of(program));
  }

  /// An empty checkpoint, to open a policy without weights.
  public static Checkpoint none() {
    return new Checkpoint("", "", Map.of(), Map.of());
  }

  /// A copy without the tensors that only training needs.
  public Checkpoint weights() {
    Map<String, Tensor> kept = new LinkedHashMap<>(tensors);
    kept.keySet().removeIf(name -> name.startsWith(OPTIMISER));
    return new Checkpoint(name, sha256, kept, metadata, program);
  }

  /// A tensor by name.
  public Optional<Tensor> tensor(String tensorName) {
    return Optional.ofNullable(tensors.get(tensorName));
  }
}
