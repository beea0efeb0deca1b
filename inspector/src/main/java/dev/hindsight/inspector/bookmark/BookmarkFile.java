package dev.hindsight.inspector.bookmark;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The bookmarks of a recording, in a file beside it: `x.rollout.bookmarks.json`. Blocks: for a
/// background thread; one call at a time.
///
/// The file's content is never lost: before writing, a file that is unreadable or that another
/// program has changed is renamed.
public final class BookmarkFile {
  private final Path file;
  private Optional<byte[]> known = Optional.empty();

  /// The bookmark file of a recording, which need not exist.
  public BookmarkFile(Path rollout) {
    file = rollout.resolveSibling(rollout.getFileName() + ".bookmarks.json");
  }

  /// Its path.
  public Path path() {
    return file;
  }

  /// Reads the file; a missing file has no bookmarks.
  ///
  /// @throws Problem if it is there and cannot be understood
  public List<Bookmark> read() {
    Optional<byte[]> bytes = content();
    List<Bookmark> found =
        bytes.isEmpty() ? List.of() : BookmarkJson.parse(bytes.get(), file.toString());
    known = bytes;
    return found;
  }

  /// Writes the whole file atomically.
  ///
  /// @return the new name of the old file, if it had to be set aside
  /// @throws Problem if the folder does not take it
  public Optional<Path> write(List<Bookmark> bookmarks) {
    byte[] bytes = BookmarkJson.bytes(bookmarks);
    Optional<byte[]> there = content();
    boolean strange =
        there.isPresent() && !(known.isPresent() && Arrays.equals(there.get(), known.get()));
    try {
      Optional<Path> aside =
          strange ? Optional.of(AtomicFile.freeName(file, ".kept")) : Optional.empty();
      if (aside.isPresent()) {
        Files.copy(file, aside.get());
      }
      AtomicFile.write(file, bytes);
      known = Optional.of(bytes);
      return aside;
    } catch (IOException e) {
      throw new Problem(
          wording("BookmarkFile.the_bookmarks_cannot_be_written"),
          file.toString(),
          wording("BookmarkFile.make_the_folder_writable_then_change"),
          e);
    }
  }

  private Optional<byte[]> content() {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new Problem(
          wording("BookmarkFile.the_bookmarks_cannot_be_read"),
          file.toString(),
          wording("BookmarkFile.make_the_file_readable"),
          e);
    }
  }

  /// Converts bookmarks to and from JSON; all numbers in files count from 0.
  private static final class BookmarkJson {
    private static final String FORMAT = "hindsight-bookmarks";
    private static final int VERSION = 1;
    private static final Set<String> KEYS =
        Set.of("name", "mark", "note", "episode", "trial", "tick", "ticks", "agent");
    private static final ObjectMapper JSON =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private BookmarkJson() {}

    /// @throws Problem if that is not a list of bookmarks
    static List<Bookmark> parse(byte[] bytes, String where) {
      JsonNode root;
      try {
        root = JSON.readTree(bytes);
      } catch (IOException e) {
        throw problem(wording("BookmarkFile.the_bookmarks_are_not_json"), where, e);
      }
      if (!root.path("format").asText().equals(FORMAT) || !root.path("bookmarks").isArray()) {
        throw problem(wording("BookmarkFile.this_is_not_a_list_of"), where);
      }
      if (root.path("version").asInt() > VERSION) {
        throw problem(wording("BookmarkFile.a_newer_hindsight_has_written_these"), where);
      }
      List<Bookmark> found = new ArrayList<>();
      for (JsonNode node : root.path("bookmarks")) {
        found.add(bookmark(node, where));
      }
      return List.copyOf(found);
    }

    private static Bookmark bookmark(JsonNode node, String where) {
      Map<String, JsonNode> extra = new HashMap<>();
      node.properties().stream()
          .filter(field -> !KEYS.contains(field.getKey()))
          .forEach(field -> extra.put(field.getKey(), field.getValue()));
      BookmarkPlace place =
          new BookmarkPlace(
              number(node, "episode", 0, where),
              number(node, "trial", 0, where),
              number(node, "tick", 0, where),
              number(node, "agent", Moment.NO_AGENT, where));
      return new Bookmark(
          place,
          number(node, "ticks", 1, where),
          node.path("name").asText(),
          BookmarkMark.titled(node.path("mark").asText()).orElse(BookmarkMark.BLUE),
          node.path("note").asText(),
          extra);
    }

    private static int number(JsonNode node, String name, int least, String where) {
      JsonNode value = node.path(name);
      boolean needed = name.equals("tick") || name.equals("trial");
      if (value.isMissingNode() && !needed) {
        return least;
      }
      if (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() < least) {
        throw problem(wording("BookmarkFile.a_bookmark_has_no_usable", name), where);
      }
      return value.asInt();
    }

    static byte[] bytes(List<Bookmark> bookmarks) {
      List<StoredBookmarkJson> stored = bookmarks.stream().map(StoredBookmarkJson::of).toList();
      try {
        return JSON.writeValueAsBytes(new BookmarkListJson(FORMAT, VERSION, stored));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("a bookmark that is not JSON", e);
      }
    }

    private record BookmarkListJson(
        String format, int version, List<StoredBookmarkJson> bookmarks) {}

    /// @param agent null if the bookmark is not about one agent
    /// @param extra keys that this version does not know
    private record StoredBookmarkJson(
        String name,
        String mark,
        String note,
        int episode,
        int trial,
        int tick,
        int ticks,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer agent,
        @JsonAnyGetter Map<String, JsonNode> extra) {
      static StoredBookmarkJson of(Bookmark bookmark) {
        BookmarkPlace place = bookmark.place();
        return new StoredBookmarkJson(
            bookmark.name(),
            bookmark.mark().title(),
            bookmark.note(),
            place.episode(),
            place.trial(),
            place.tick(),
            bookmark.ticks(),
            place.agent() >= 0 ? place.agent() : null,
            bookmark.extra());
      }
    }

    private static Problem problem(String what, String where) {
      return new Problem(what, where, remedy());
    }

    private static Problem problem(String what, String where, IOException cause) {
      return new Problem(what, where, remedy(), cause);
    }

    private static String remedy() {
      return wording("BookmarkFile.fix_it_or_move_it_away");
    }
  }
}
