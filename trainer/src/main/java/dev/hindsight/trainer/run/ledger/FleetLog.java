package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.FleetState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The state of a run's workers after every update, one line of JSON each. One owner thread writes;
/// any thread or process may read.
///
/// A resumed run goes on at the end of the file and removes nothing: what happened to workers in an
/// update that was lost has happened. Where an update occurs twice, the later line counts. If the
/// file grows beyond a limit, every second line goes: the older, the sparser.
public final class FleetLog {
  /// The size beyond which lines go.
  static final long LARGEST = 8L << 20;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final Path file;
  private final long largest;

  /// The log of a run; its first line creates the file.
  public FleetLog(Path file) {
    this(file, LARGEST);
  }

  FleetLog(Path file, long largest) {
    this.file = file;
    this.largest = largest;
  }

  /// Adds a line.
  ///
  /// @throws Problem if it cannot be written
  public void append(FleetState state) {
    byte[] line = (line(state) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      endTheLastLine();
      Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (Files.size(file) > largest) {
        thinOut();
      }
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// A process that died may have left half a line; what follows must not become part of it.
  private void endTheLastLine() throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return;
    }
    try (var channel = Files.newByteChannel(file)) {
      channel.position(channel.size() - 1);
      var last = java.nio.ByteBuffer.allocate(1);
      int read = channel.read(last);
      if (read == 1 && last.get(0) != '\n') {
        Files.write(file, new byte[] {'\n'}, StandardOpenOption.APPEND);
      }
    }
  }

  private void thinOut() throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if ((lines.size() - 1 - i) % 2 == 0) {
        kept.append(lines.get(i)).append('\n');
      }
    }
    AtomicFile.write(file, kept.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Reads all states in order of their updates; skips lines that are damaged.
  ///
  /// @throws Problem if the file cannot be read; a missing file counts as empty
  public static List<FleetState> read(Path file) {
    TreeMap<Long, FleetState> states = new TreeMap<>();
    try {
      new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          .lines()
          .forEach(line -> state(line).ifPresent(state -> states.put(state.update(), state)));
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw problem(file, e);
    }
    return new ArrayList<>(states.values());
  }

  /// A state as a line of JSON.
  public static String line(FleetState state) {
    try {
      return JSON.writeValueAsString(state);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a state of workers that is not JSON: " + state, e);
    }
  }

  private static Optional<FleetState> state(String line) {
    try {
      return Optional.ofNullable(JSON.readValue(line, FleetState.class));
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private static Problem problem(Path file, IOException e) {
    return new Problem(
        wording("FleetLog.the_state_of_the_workers_cannot_be_written_or_read"),
        file.toString(),
        wording("FleetLog.free_disk_space_and_check_permissions"),
        e);
  }
}
