package dev.hindsight.inspector.bookmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BookmarkFileTest {
  private static final Bookmark ONE =
      new Bookmark(
          new BookmarkPlace(0, 1, 36, 5), 5, "crash \"here\"", BookmarkMark.RED, "why? ünklar");

  @TempDir private Path folder;
  private Path rollout = Path.of("");

  @BeforeEach
  void name() {
    rollout = folder.resolve("x.rollout");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    BookmarkFile file = new BookmarkFile(rollout);
    assertEquals(List.of(), file.read());
    assertEquals(Optional.empty(), file.write(List.of(ONE)));

    assertEquals(List.of(ONE), new BookmarkFile(rollout).read());
    assertEquals(List.of("x.rollout.bookmarks.json"), files());
  }

  @Test
  void theFileHasTheseKeysInThisOrder() throws IOException {
    BookmarkFile file = new BookmarkFile(rollout);
    Bookmark bare =
        new Bookmark(
            new BookmarkPlace(0, 1, 36, Moment.NO_AGENT),
            1,
            "",
            BookmarkMark.BLUE,
            "",
            Map.of("author", TextNode.valueOf("me")));
    file.write(List.of(ONE, bare));

    String expected =
        """
        {
          "format" : "hindsight-bookmarks",
          "version" : 1,
          "bookmarks" : [ {
            "name" : "crash \\"here\\"",
            "mark" : "%s",
            "note" : "why? ünklar",
            "episode" : 0,
            "trial" : 1,
            "tick" : 36,
            "ticks" : 5,
            "agent" : 5
          }, {
            "name" : "",
            "mark" : "%s",
            "note" : "",
            "episode" : 0,
            "trial" : 1,
            "tick" : 36,
            "ticks" : 1,
            "author" : "me"
          } ]
        }\
        """
            .formatted(BookmarkMark.RED.title(), BookmarkMark.BLUE.title());
    assertEquals(expected.lines().toList(), Files.readAllLines(file.path()));
  }

  @Test
  void keysOfOtherVersionsAreKept() throws IOException {
    Files.writeString(
        folder.resolve("x.rollout.bookmarks.json"),
        """
        {"format":"hindsight-bookmarks","version":1,
         "bookmarks":[{"trial":0,"tick":3,"name":"a","author":"me"}]}
        """);
    BookmarkFile file = new BookmarkFile(rollout);
    file.write(file.read());

    assertTrue(Files.readString(file.path()).contains("\"author\" : \"me\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"format\":\"hindsight-bookmarks\"}",
        "{\"format\":\"hindsight-bookmarks\",\"version\":2,\"bookmarks\":[]}",
        "{\"format\":\"hindsight-bookmarks\",\"bookmarks\":[{\"tick\":-4,\"trial\":0}]}",
        "{\"format\":\"hindsight-bookmarks\",\"bookmarks\":[{\"tick\":\"3\",\"trial\":0}]}",
        "{\"format\":\"hindsight-bookmarks\",\"bookmarks\":[7]}"
      })
  void aBadFileIsToldAndIsStillThereAfterANewOneIsWritten(String content) throws IOException {
    Path sidecar = folder.resolve("x.rollout.bookmarks.json");
    Files.writeString(sidecar, content);
    BookmarkFile file = new BookmarkFile(rollout);

    Problem told = assertThrows(Problem.class, file::read);
    assertEquals(sidecar.toString(), told.where());
    assertEquals(content, Files.readString(sidecar));

    Path aside = file.write(List.of(ONE)).orElseThrow();
    assertEquals(content, Files.readString(aside));
    assertEquals(List.of(ONE), new BookmarkFile(rollout).read());
  }

  @Test
  void whatSomebodyElseHasWrittenIsSetAside() throws IOException {
    BookmarkFile mine = new BookmarkFile(rollout);
    BookmarkFile other = new BookmarkFile(rollout);
    mine.read();
    other.read();
    mine.write(List.of(ONE));

    Path aside = other.write(List.of()).orElseThrow();
    assertTrue(Files.readString(aside).contains("crash"));
    assertEquals(Optional.empty(), other.write(List.of(ONE)));
  }

  @Test
  void aFolderThatIsNotThereIsTold() {
    BookmarkFile file = new BookmarkFile(folder.resolve("none").resolve("x.rollout"));

    assertThrows(Problem.class, () -> file.write(List.of(ONE)));
  }
}
