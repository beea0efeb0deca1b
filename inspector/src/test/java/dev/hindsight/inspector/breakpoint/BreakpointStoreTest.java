package dev.hindsight.inspector.breakpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Breakpoints are stored in files.
class BreakpointStoreTest {
  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() {
    BreakpointStore shelf = new BreakpointStore(folder.resolve("breakpoints"));
    List<Breakpoint> breakpoints =
        List.of(
            PresetBreakpoint.COLLISION.breakpoint(),
            new Breakpoint(
                "unsure",
                "action_entropy[a] > 1.5",
                BookmarkMark.PINK,
                Breakpoint.When.HOLDS,
                Breakpoint.Use.OFF));

    shelf.write("drive", breakpoints);

    assertEquals(breakpoints, shelf.read("drive"));
    assertEquals(List.of(), shelf.read("darkroom"));
  }

  @Test
  void theFileHasTheseKeysInThisOrder() throws Exception {
    BreakpointStore store = new BreakpointStore(folder);
    store.write(
        "drive",
        List.of(
            new Breakpoint(
                "unsure",
                "x > 1.5",
                BookmarkMark.PINK,
                Breakpoint.When.HOLDS,
                Breakpoint.Use.OFF)));

    String expected =
        """
        {
          "format" : "hindsight-breakpoints",
          "version" : 1,
          "breakpoints" : [ {
            "name" : "unsure",
            "condition" : "x > 1.5",
            "mark" : "%s",
            "when" : "holds",
            "on" : false
          } ]
        }\
        """
            .formatted(BookmarkMark.PINK.title());
    assertEquals(expected.lines().toList(), Files.readAllLines(folder.resolve("drive.json")));
  }

  @Test
  void fileThatIsSomethingElseIsNamed() throws Exception {
    Files.writeString(folder.resolve("drive.json"), "{\"format\": \"a poem\"}");

    Problem problem = assertThrows(Problem.class, () -> new BreakpointStore(folder).read("drive"));

    assertTrue(problem.getMessage().contains("these are not breakpoints"), problem.getMessage());
  }
}
