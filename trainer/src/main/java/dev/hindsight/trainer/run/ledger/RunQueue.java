package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The runs that wait until the running one has ended, in a file that all windows of a user share
/// and that outlives them. Each run is taken once, whoever asks. Blocks: for a background thread.
public final class RunQueue {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final SharedFile file;

  /// A run that waits.
  public sealed interface QueuedRun {
    /// Identifies it in the queue; never used again.
    long number();

    /// A new run.
    record NewRun(long number, TrainingRequest request) implements QueuedRun {}

    /// A run of the ledger, to be resumed.
    record ResumedRun(long number, RunId run) implements QueuedRun {}
  }

  /// @param runs in the order in which they will start
  /// @param next number of the next one that is added
  private record Content(List<QueuedRun> runs, long next) {
    static final Content EMPTY = new Content(List.of(), 1);
  }

  /// @param file created with the first run, including its folder
  public RunQueue(Path file) {
    this.file = new SharedFile(file);
  }

  /// The queue of this user: `queue.json` in the [DataFolder].
  public static RunQueue ofUser() {
    return new RunQueue(DataFolder.path().resolve("queue.json"));
  }

  /// The runs in the order in which they will start.
  public List<QueuedRun> runs() {
    try {
      return content(file.read()).runs();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Adds a new run at the end.
  ///
  /// @return all that wait
  public List<QueuedRun> add(TrainingRequest request) {
    return edit(content -> and(content, new QueuedRun.NewRun(content.next(), request)));
  }

  /// Adds a run of the ledger at the end, once.
  ///
  /// @return all that wait
  public List<QueuedRun> add(RunId run) {
    return edit(content ->
        content.runs().stream()
                .anyMatch(
                    one -> one instanceof QueuedRun.ResumedRun(long _, RunId id) && id.equals(run))
            ? content
            : and(content, new QueuedRun.ResumedRun(content.next(), run)));
  }

  private static Content and(Content content, QueuedRun run) {
    List<QueuedRun> runs = new ArrayList<>(content.runs());
    runs.add(run);
    return new Content(runs, content.next() + 1);
  }

  /// Moves a run towards the front or the end, as far as there is room.
  ///
  /// @param number of the run; nothing happens if it no longer waits
  /// @param places towards the end; negative towards the front
  /// @return all that wait
  public List<QueuedRun> move(long number, int places) {
    return edit(content -> {
      List<QueuedRun> runs = new ArrayList<>(content.runs());
      for (int i = 0; i < runs.size(); i++) {
        if (runs.get(i).number() == number) {
          QueuedRun moved = runs.remove(i);
          runs.add(Math.clamp((long) i + places, 0, runs.size()), moved);
          break;
        }
      }
      return new Content(runs, content.next());
    });
  }

  /// Removes a run.
  ///
  /// @return all that wait
  public List<QueuedRun> remove(long number) {
    return edit(content ->
        new Content(
            content.runs().stream().filter(run -> run.number() != number).toList(),
            content.next()));
  }

  /// Removes all runs.
  ///
  /// @return nothing
  public List<QueuedRun> clear() {
    return edit(content -> new Content(List.of(), content.next()));
  }

  /// Removes the first run, to start it.
  ///
  /// @return empty if none waits
  public Optional<QueuedRun> take() {
    if (runs().isEmpty()) {
      return Optional.empty();
    }
    List<QueuedRun> taken = new ArrayList<>();
    edit(content -> {
      if (content.runs().isEmpty()) {
        return content;
      }
      taken.add(content.runs().getFirst());
      return new Content(content.runs().subList(1, content.runs().size()), content.next());
    });
    return taken.stream().findFirst();
  }

  /// Puts a run back at the front that was taken and could not be started.
  ///
  /// @return all that wait
  public List<QueuedRun> putBack(QueuedRun run) {
    return edit(content -> {
      List<QueuedRun> runs = new ArrayList<>(content.runs());
      runs.addFirst(run);
      return new Content(runs, content.next());
    });
  }

  private List<QueuedRun> edit(UnaryOperator<Content> change) {
    List<QueuedRun> after = new ArrayList<>();
    try {
      Files.createDirectories(file.path().toAbsolutePath().getParent());
      file.edit(bytes -> {
        Content changed = change.apply(content(bytes));
        after.addAll(changed.runs());
        return bytes(changed);
      });
    } catch (IOException | UncheckedIOException e) {
      throw failed(e);
    }
    return List.copyOf(after);
  }

  private Problem failed(Exception e) {
    return new Problem(
        wording("RunQueue.the_queue_cannot_be_read_or_written"),
        file.path().toString(),
        wording("RunQueue.free_disk_space_and_check_permissions"),
        e);
  }

  /// A damaged file is an empty queue.
  private static Content content(Optional<byte[]> bytes) {
    if (bytes.isEmpty()) {
      return Content.EMPTY;
    }
    try {
      JsonNode node = JSON.readTree(bytes.get());
      List<QueuedRun> runs = new ArrayList<>();
      node.path("runs").forEach(run -> runs.add(queued(run)));
      return new Content(List.copyOf(runs), node.path("next").asLong(1));
    } catch (IOException | IllegalArgumentException | Problem _) {
      return Content.EMPTY;
    }
  }

  private static QueuedRun queued(JsonNode node) {
    long number = node.required("number").asLong();
    if (node.has("run")) {
      return new QueuedRun.ResumedRun(number, new RunId(node.required("run").asText()));
    }
    JsonNode request = node.required("request");
    List<String> scenarios = new ArrayList<>();
    request.path("scenarios").forEach(scenario -> scenarios.add(scenario.asText()));
    Map<String, String> settings = new LinkedHashMap<>();
    request
        .path("settings")
        .properties()
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText()));
    return new QueuedRun.NewRun(
        number,
        new TrainingRequest(
            request.required("environment").asText(),
            text(request, "preset"),
            scenarios,
            settings,
            request.path("seed").asLong(),
            TrainingTask.Device.valueOf(
                request.path("device").asText("cpu").toUpperCase(Locale.ROOT)),
            text(request, "parent"),
            text(request, "coPlayer"),
            text(request, "algorithm")));
  }

  private static Optional<String> text(JsonNode node, String name) {
    return Optional.of(node.path(name)).filter(JsonNode::isTextual).map(JsonNode::asText);
  }

  private static byte[] bytes(Content content) {
    ObjectNode node = JSON.createObjectNode().put("next", content.next());
    ArrayNode runs = node.putArray("runs");
    for (QueuedRun run : content.runs()) {
      ObjectNode one = runs.addObject().put("number", run.number());
      switch (run) {
        case QueuedRun.ResumedRun resumed -> one.put("run", resumed.run().text());
        case QueuedRun.NewRun begun -> one.set("request", request(begun.request()));
      }
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode request(TrainingRequest request) {
    ObjectNode node = JSON.createObjectNode().put("environment", request.environment());
    request.preset().ifPresent(text -> node.put("preset", text));
    request.scenarios().forEach(node.putArray("scenarios")::add);
    ObjectNode settings = node.putObject("settings");
    request.settings().forEach(settings::put);
    node.put("seed", request.seed());
    node.put("device", request.device().name().toLowerCase(Locale.ROOT));
    request.parent().ifPresent(text -> node.put("parent", text));
    request.coPlayer().ifPresent(text -> node.put("coPlayer", text));
    request.algorithm().ifPresent(text -> node.put("algorithm", text));
    return node;
  }
}
