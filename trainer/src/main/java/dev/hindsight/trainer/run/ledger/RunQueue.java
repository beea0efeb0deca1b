package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The runs that wait until the running one has ended, in a file that all windows of a user share
/// and that outlives them. Each run is taken once, whoever asks. Blocks: for a background thread.
public final class RunQueue {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

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
      return file.read().flatMap(RunQueue::content).orElse(Content.EMPTY).runs();
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
      file.edit(
          RunQueue::content,
          content -> {
            Content changed = change.apply(content.orElse(Content.EMPTY));
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

  /// Empty for a damaged file, which counts as an empty queue and is set aside by the next change.
  private static Optional<Content> content(byte[] bytes) {
    try {
      return Optional.ofNullable(JSON.readValue(bytes, QueueJson.class)).map(QueueJson::content);
    } catch (IOException | RuntimeException _) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(Content content) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(QueueJson.of(content));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The file. What may be null may be missing there.
  private record QueueJson(@Nullable Long next, @Nullable List<QueuedRunJson> runs) {
    static QueueJson of(Content content) {
      return new QueueJson(content.next(), content.runs().stream().map(QueuedRunJson::of).toList());
    }

    Content content() {
      return new Content(
          runs == null ? List.of() : runs.stream().map(QueuedRunJson::queued).toList(),
          next == null ? 1 : next);
    }
  }

  /// @param run to be resumed; null for a new one
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record QueuedRunJson(
      @JsonProperty(required = true) long number,
      @Nullable String run,
      @Nullable QueuedRequestJson request) {
    static QueuedRunJson of(QueuedRun run) {
      return switch (run) {
        case QueuedRun.ResumedRun(long number, RunId id) ->
            new QueuedRunJson(number, id.text(), null);
        case QueuedRun.NewRun(long number, TrainingRequest request) ->
            new QueuedRunJson(number, null, QueuedRequestJson.of(request));
      };
    }

    QueuedRun queued() {
      if (run != null) {
        return new QueuedRun.ResumedRun(number, new RunId(run));
      }
      if (request == null) {
        throw new IllegalArgumentException("neither a run nor a request");
      }
      return new QueuedRun.NewRun(number, request.request());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record QueuedRequestJson(
      @JsonProperty(required = true) String environment,
      @Nullable String preset,
      @Nullable List<String> scenarios,
      @Nullable Map<String, String> settings,
      long seed,
      @Nullable String device,
      @Nullable String parent,
      @Nullable String coPlayer,
      @Nullable String algorithm) {
    static QueuedRequestJson of(TrainingRequest request) {
      return new QueuedRequestJson(
          request.environment(),
          request.preset().orElse(null),
          request.scenarios(),
          request.settings(),
          request.seed(),
          request.device().name().toLowerCase(Locale.ROOT),
          request.parent().orElse(null),
          request.coPlayer().orElse(null),
          request.algorithm().orElse(null));
    }

    TrainingRequest request() {
      return new TrainingRequest(
          environment,
          Optional.ofNullable(preset),
          scenarios == null ? List.of() : scenarios,
          settings == null ? Map.of() : settings,
          seed,
          device == null
              ? TrainingTask.Device.CPU
              : TrainingTask.Device.valueOf(device.toUpperCase(Locale.ROOT)),
          Optional.ofNullable(parent),
          Optional.ofNullable(coPlayer),
          Optional.ofNullable(algorithm));
    }
  }
}
