package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bookmarks in the window: their form, and tabs that share a list.
class BookmarksWindowTest {
  @TempDir private Path folder;
  private Path recording;
  private WindowUnderTest window;

  @BeforeEach
  void open() throws TimeoutException {
    recording = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 100);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  @AfterEach
  void close() {
    window.close();
  }

  private void add(Document document, String name, int tick) throws TimeoutException {
    window.onFx(() -> {
      document
          .timelineModel()
          .bookmarks()
          .send(
              new BookmarkCommand.Add(
                  new Bookmark(
                      BookmarkPlace.of(document.rollout().trials(), tick, -1),
                      1,
                      name,
                      BookmarkMark.RED,
                      "")));
      return true;
    });
    window.settle();
  }

  private List<Bookmark> shown(Document document) {
    return window.onFx(() -> document.timelineModel().bookmarks().state().bookmarks());
  }

  private static List<String> names(List<Bookmark> bookmarks) {
    return bookmarks.stream().map(Bookmark::name).toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("bookmarks"))
          .toList();
    }
  }

  @Test
  void tabsOfOneRecordingShareItsBookmarks() throws TimeoutException, IOException {
    Document first = window.open(recording);
    Path other = SyntheticRecording.write(folder.resolve("b.rollout"), 2, 100);
    window.onFx(() -> {
      window.context().compare(recording, other);
      return true;
    });
    window.until(() -> window.context().workspace().state().tabs().size() == 2);
    window.settle();
    Document both =
        window.onFx(() -> window.context().workspace().state().document().orElseThrow());
    add(first, "one", 5);
    add(both, "two", 6);
    add(first, "three", 7);
    assertEquals(List.of("one", "two", "three"), names(shown(both)));
    assertEquals(List.of("one", "two", "three"), names(new BookmarkFile(recording).read()));
    window.onFx(() -> {
      both.undo().undo();
      return true;
    });
    window.settle();
    assertEquals(List.of("one", "three"), names(shown(first)), "undone in the tab that made it");
    assertEquals(List.of("one", "three"), names(new BookmarkFile(recording).read()));
    assertEquals(List.of("a.rollout.bookmarks.json"), files());
    assertEquals(List.of(), window.onFx(() -> window.context().notices().state().open()));
  }

  @Test
  void aTabOpenedLaterReadsWhatIsInTheFileByThen() throws TimeoutException {
    Document first = window.open(recording);
    add(first, "one", 5);
    window.onFx(() -> {
      window.context().close(first);
      return true;
    });
    window.settle();
    new BookmarkFile(recording).write(List.of());
    assertEquals(List.of(), shown(window.open(recording)));
  }

  @Test
  void anUnreadableFileIsSetAsideByTheFirstChange() throws TimeoutException, IOException {
    Path file = new BookmarkFile(recording).path();
    Files.writeString(file, "typed by hand");
    Document document = window.open(recording);
    window.settle();
    add(document, "one", 5);
    assertEquals(List.of("one"), names(new BookmarkFile(recording).read()));
    Path aside = file.resolveSibling(file.getFileName() + ".kept");
    assertEquals("typed by hand", Files.readString(aside));
    assertEquals(
        List.of(aside.toString()),
        window.onFx(() ->
            window.context().notices().state().open().stream()
                .map(Notice::text)
                .filter(text -> text.contains(".kept"))
                .map(_ -> aside.toString())
                .toList()));
  }

  /// A list selects a row before it takes the keyboard focus from the field.
  @Test
  void aTypedNoteIsKeptByAClickOnAnotherBookmark() throws TimeoutException {
    Document document = window.open(recording);
    window.onFx(() -> {
      document
          .layout()
          .send(
              new LayoutCommand.Open(
                  PaneId.of(PaneKinds.BOOKMARKS), PaneKinds.home(PaneKinds.BOOKMARKS)));
      return true;
    });
    window.settle();
    add(document, "one", 5);
    add(document, "two", 60);
    ListView<?> list = window.find("bookmarks.list", ListView.class);
    window.onFx(() -> {
      list.getSelectionModel().select(0);
      TextField note = window.find("bookmark.note", TextField.class);
      note.requestFocus();
      note.setText("why this matters");
      list.getSelectionModel().select(1);
      list.requestFocus();
      return true;
    });
    window.settle();
    assertEquals(
        List.of("why this matters", ""), shown(document).stream().map(Bookmark::note).toList());
    assertEquals(1, window.onFx(() -> list.getSelectionModel().getSelectedIndex()));
    window.onFx(() -> {
      window.find("bookmark.note", TextField.class).setText("and this");
      return true;
    });
    add(document, "three", 80);
    assertEquals(
        List.of("why this matters", "and this", ""),
        shown(document).stream().map(Bookmark::note).toList());
  }
}
