package dev.hindsight.inspector.breakpoint;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small JSON file with a format name and a version, read and written as a whole. Blocks: for
/// background threads.
///
/// @param file need not exist
/// @param format value of its key `format`
/// @param words its content, for messages: "breakpoints"
public record VersionedJsonFile(Path file, String format, String words) {
  private static final int VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /// The name of the file of a kind of environment. A recording made elsewhere may name its
  /// environment freely; a file name may not contain everything.
  public static String nameOf(String kind) {
    return kind.replaceAll("[^A-Za-z0-9-]", "_") + ".json";
  }

  /// Whether the file exists.
  public boolean there() {
    return Files.exists(file);
  }

  /// Reads the file.
  ///
  /// @throws Problem if it cannot be read, or is something else
  public JsonNode read() {
    JsonNode root;
    try {
      root = JSON.readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw problem(
          wording("VersionedJsonFile.the_are_not_json", words),
          wording("VersionedJsonFile.fix_it_or_move_it_away"),
          e);
    } catch (IOException e) {
      throw problem(
          wording("VersionedJsonFile.the_cannot_be_read", words),
          wording("VersionedJsonFile.check_the_path"),
          e);
    }
    if (!root.path("format").asText().equals(format)) {
      throw new Problem(
          wording("VersionedJsonFile.these_are_not", words),
          file.toString(),
          wording("VersionedJsonFile.its_key_format_must_be", format));
    }
    if (root.path("version").asInt() > VERSION) {
      throw new Problem(
          wording("VersionedJsonFile.a_newer_hindsight_has_written_these", words),
          file.toString(),
          wording("VersionedJsonFile.open_them_with_that_one"));
    }
    return root;
  }

  /// A new root object with format and version.
  public ObjectNode begin() {
    return JSON.createObjectNode().put("format", format).put("version", VERSION);
  }

  /// Writes the whole file atomically.
  ///
  /// @throws Problem if the folder does not take it
  public void write(ObjectNode root) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, JSON.writeValueAsBytes(root));
    } catch (IOException e) {
      throw problem(
          wording("VersionedJsonFile.the_cannot_be_written", words),
          wording("VersionedJsonFile.make_the_folder_writable"),
          e);
    }
  }

  private Problem problem(String what, String remedy, IOException cause) {
    return new Problem(what, file.toString(), remedy, cause);
  }
}
