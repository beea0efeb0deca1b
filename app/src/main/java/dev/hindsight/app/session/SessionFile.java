package dev.hindsight.app.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.session.Session.OpenRecording;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `session.json` in the configuration folder: `{"session": 1, "active": A, "recordings": [{"file",
/// "other", "tick", "agent", "layout"}, ...]}`. Reads and writes files: for background threads.
///
/// @param file need not exist yet
public record SessionFile(Path file) {
  private static final int VERSION = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /// The session file of a configuration folder.
  public static SessionFile in(Path folder) {
    return new SessionFile(folder.resolve("session.json"));
  }

  /// The session written last. Ignores a file that is missing, cut off or of another kind: the
  /// window must always open.
  public Session read() {
    try {
      JsonNode root = JSON.readTree(Files.readAllBytes(file));
      if (root.path("session").asInt() != VERSION) {
        return Session.EMPTY;
      }
      List<OpenRecording> recordings = new ArrayList<>();
      for (JsonNode each : root.path("recordings")) {
        recordings.add(recording(each));
      }
      return new Session(recordings, root.path("active").asInt(-1));
    } catch (IOException | InvalidPathException | Problem _) {
      return Session.EMPTY;
    }
  }

  private OpenRecording recording(JsonNode node) {
    Optional<Path> other =
        node.path("other").isTextual()
            ? Optional.of(Path.of(node.path("other").asText()))
            : Optional.empty();
    return new OpenRecording(
        Path.of(node.path("file").asText()),
        other,
        node.path("tick").asInt(),
        node.path("agent").asInt(Moment.NO_AGENT),
        LayoutStore.parse(node.path("layout").toString(), file.toString()));
  }

  /// Writes the whole file atomically; if the folder cannot be written to, the window simply stores
  /// nothing.
  public void write(Session session) {
    try {
      List<OpenRecordingJson> recordings = new ArrayList<>();
      for (OpenRecording each : session.recordings()) {
        recordings.add(
            new OpenRecordingJson(
                each.file().toString(),
                each.other().map(Path::toString).orElse(null),
                each.tick(),
                each.agent(),
                JSON.readTree(LayoutStore.text(each.layout()))));
      }
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(
          file, JSON.writeValueAsBytes(new SessionJson(VERSION, session.active(), recordings)));
    } catch (IOException | Problem _) {
      return;
    }
  }

  private record SessionJson(int session, int active, List<OpenRecordingJson> recordings) {}

  /// @param other the recording beside it; null if there is none
  private record OpenRecordingJson(
      String file,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String other,
      int tick,
      int agent,
      JsonNode layout) {}
}
