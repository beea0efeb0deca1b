package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A branch stored as a recipe: where it leaves its parent and which edits it makes. About a
/// kilobyte; Hindsight can simulate its recording again at any time.
///
/// @param id unique among the branches of one recording: `1`, `2`, ...
/// @param title for people
/// @param parent id of the parent branch; empty if the parent is the recording itself
/// @param tick where it leaves its parent
/// @param edits this branch's own edits; those of its parents apply too
/// @param hash of the branch's recording when it was made; empty before that
/// @param score the outcome beside its parent's; empty before the recording is made
public record Branch(
    String id,
    String title,
    Optional<String> parent,
    int tick,
    List<Edit> edits,
    String hash,
    Optional<BranchOutcome> score) {
  /// The value of the key `format`.
  static final String FORMAT = "hindsight-branch";

  private static final int VERSION = 1;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// An id becomes the name of a file.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if the id could be anything but a file's plain name
  public Branch {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("no id of a branch: " + id);
    }
    edits = List.copyOf(edits);
  }

  /// A copy with another title.
  public Branch titled(String other) {
    return new Branch(id, other, parent, tick, edits, hash, score);
  }

  /// Whether another branch is the same whatever its title: it leaves the same parent at the same
  /// tick, with the same edits or, if it was made before its checkpoints were pinned, to the same
  /// end.
  boolean same(Branch other) {
    return parent.equals(other.parent)
        && tick == other.tick
        && (EditJson.write(edits).equals(EditJson.write(other.edits))
            || (!hash.isEmpty() && hash.equals(other.hash)));
  }

  /// A copy with other edits.
  public Branch doing(List<Edit> others) {
    return new Branch(id, title, parent, tick, others, hash, score);
  }

  /// A copy with its outcome.
  Branch made(String newHash, BranchOutcome branchOutcome) {
    return new Branch(id, title, parent, tick, edits, newHash, Optional.of(branchOutcome));
  }

  /// The content of the branch file.
  ///
  /// @param branchOrigin the recording it belongs to
  byte[] json(BranchOrigin branchOrigin) {
    BranchFileJson file =
        new BranchFileJson(
            FORMAT,
            VERSION,
            id,
            title,
            branchOrigin,
            parent.orElse(null),
            tick,
            EditJson.write(edits),
            hash,
            score.orElse(null));
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(file);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a branch that is not JSON: " + id, e);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record BranchFileJson(
      String format,
      int version,
      String id,
      String title,
      BranchOrigin of,
      @Nullable String parent,
      int tick,
      JsonNode edits,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String hash,
      @Nullable BranchOutcome score) {}

  /// Parses a branch file.
  ///
  /// @param branchOrigin the recording beside the file
  /// @throws Problem if it is not a branch file or belongs to another recording
  static Branch read(byte[] utf8, BranchOrigin branchOrigin, String where) {
    JsonNode node;
    try {
      node = MAPPER.readTree(utf8);
    } catch (IOException e) {
      throw new Problem(
          wording("Branch.it_is_not_json"),
          where,
          wording("Branch.delete_it_or_restore_the_original"),
          e);
    }
    if (!node.path("format").asText().equals(FORMAT) || node.path("version").asInt() != VERSION) {
      throw new Problem(
          wording("Branch.this_version_cannot_read_this_branch"),
          where,
          wording("Branch.open_it_with_a_newer_one"));
    }
    if (!node.path("of").path("hash").asText().equals(branchOrigin.hash())) {
      throw new Problem(
          wording("Branch.it_is_a_branch_of_another", branchOrigin.file()),
          where,
          wording("Branch.restore_the_recording_it_was_made"));
    }
    String id = node.path("id").asText();
    if (!ID.matcher(id).matches()) {
      throw new Problem(
          wording("Branch.its_id_is_no_plain_name", id),
          where,
          wording("Branch.delete_it_or_restore_the_original"));
    }
    JsonNode parent = node.path("parent");
    return new Branch(
        id,
        node.path("title").asText(),
        parent.isTextual() ? Optional.of(parent.asText()) : Optional.empty(),
        node.path("tick").asInt(),
        EditJson.read(node.path("edits"), where),
        node.path("hash").asText(),
        node.has("score") ? Optional.of(BranchOutcome.read(node.path("score"))) : Optional.empty());
  }
}
