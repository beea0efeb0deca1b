package dev.hindsight.inspector.breakpoint;

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
      throw problem("the " + words + " are not JSON", "fix it or move it away", e);
    } catch (IOException e) {
      throw problem("the " + words + " cannot be read", "check the path", e);
    }
    if (!root.path("format").asText().equals(format)) {
      throw new Problem(
          "these are not " + words,
          file.toString(),
          "its key \"format\" must be \"" + format + "\"");
    }
    if (root.path("version").asInt() > VERSION) {
      throw new Problem(
          "a newer Hindsight has written these " + words,
          file.toString(),
          "open them with that one");
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
      throw problem("the " + words + " cannot be written", "make the folder writable", e);
    }
  }

  private Problem problem(String what, String remedy, IOException cause) {
    return new Problem(what, file.toString(), remedy, cause);
  }
}
