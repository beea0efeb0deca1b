package dev.hindsight.inspector.breakpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The folder of breakpoints, with one list for each kind of environment, because the signals do
/// not depend on the recording. Reads and writes files: for background threads.
///
/// @param folder need not exist yet
public record BreakpointStore(Path folder) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String FORMAT = "hindsight-breakpoints";

  /// The breakpoints of a kind of environment; empty if there is no file.
  ///
  /// @throws dev.hindsight.trainer.Problem if the file is something else
  public List<Breakpoint> read(String kind) {
    VersionedJsonFile file = file(kind);
    return file.there() ? breakpoints(file.read()) : List.of();
  }

  /// Stores the breakpoints of a kind of environment.
  ///
  /// @throws dev.hindsight.trainer.Problem if the folder cannot be written to
  public void write(String kind, List<Breakpoint> breakpoints) {
    VersionedJsonFile file = file(kind);
    ObjectNode root = file.begin();
    root.set(
        "breakpoints", JSON.valueToTree(breakpoints.stream().map(BreakpointJson::of).toList()));
    file.write(root);
  }

  private record BreakpointJson(
      String name, String condition, String mark, String when, boolean on) {
    static BreakpointJson of(Breakpoint breakpoint) {
      return new BreakpointJson(
          breakpoint.name(),
          breakpoint.condition(),
          breakpoint.mark().title(),
          breakpoint.when().name().toLowerCase(Locale.ROOT),
          breakpoint.use() == Breakpoint.Use.ON);
    }
  }

  private static List<Breakpoint> breakpoints(JsonNode root) {
    List<Breakpoint> found = new ArrayList<>();
    for (JsonNode each : root.path("breakpoints")) {
      found.add(
          new Breakpoint(
              each.path("name").asText(),
              each.path("condition").asText(),
              BookmarkMark.titled(each.path("mark").asText()).orElse(BookmarkMark.RED),
              each.path("when").asText().equals("holds")
                  ? Breakpoint.When.HOLDS
                  : Breakpoint.When.BEGINS,
              each.path("on").asBoolean(true) ? Breakpoint.Use.ON : Breakpoint.Use.OFF));
    }
    return List.copyOf(found);
  }

  private VersionedJsonFile file(String kind) {
    return new VersionedJsonFile(
        folder.resolve(VersionedJsonFile.nameOf(kind)), FORMAT, "breakpoints");
  }
}
