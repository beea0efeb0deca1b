package dev.hindsight.trainer.run.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ledger entries as lines of JSON. Keys of later versions are ignored.
///
/// The components of the records here are the keys of the file, in its order; those that may be
/// null are missing in lines of older versions, or where there is nothing to say.
final class LedgerJson {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private LedgerJson() {}

  /// An entry as one line, without the line break.
  static String line(LedgerEntry entry) {
    try {
      return JSON.writeValueAsString(LedgerLine.of(entry));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an entry that is not JSON: " + entry, e);
    }
  }

  /// Parses a line; empty if it is damaged or of a kind from a later version.
  static Optional<LedgerEntry> entry(String line) {
    try {
      return Optional.of(JSON.readValue(line, LedgerLine.class).entry()).filter(WholeJson::isWhole);
    } catch (JsonProcessingException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /// The JSON of a run's progress.
  static JsonNode progress(RunProgress progress) {
    return JSON.valueToTree(ProgressJson.of(progress));
  }

  /// Parses a run's progress.
  ///
  /// @throws IllegalArgumentException if it is none
  static RunProgress progress(JsonNode node) {
    try {
      return JSON.treeToValue(node, ProgressJson.class).progress();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// A line, by its kind.
  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      include = JsonTypeInfo.As.EXISTING_PROPERTY,
      property = "kind",
      visible = true)
  @JsonSubTypes({
    @JsonSubTypes.Type(value = BegunLine.class, name = "begun"),
    @JsonSubTypes.Type(value = TakenUpLine.class, name = "taken-up"),
    @JsonSubTypes.Type(value = CheckedLine.class, name = "gate"),
    @JsonSubTypes.Type(value = AdvancedLine.class, name = "progress"),
    @JsonSubTypes.Type(value = ChangedLine.class, name = "changed"),
    @JsonSubTypes.Type(value = MovedLine.class, name = "moved"),
    @JsonSubTypes.Type(value = DeletedLine.class, name = "deleted"),
    @JsonSubTypes.Type(value = RestoredLine.class, name = "restored"),
    @JsonSubTypes.Type(value = EndedLine.class, name = "ended")
  })
  private sealed interface LedgerLine {
    LedgerEntry entry();

    static LedgerLine of(LedgerEntry entry) {
      String run = entry.run().text();
      String time = entry.time().toString();
      return switch (entry) {
        case LedgerEntry.Begun begun ->
            new BegunLine(run, time, "begun", StartJson.of(begun.start()));
        case LedgerEntry.TakenUp taken ->
            new TakenUpLine(run, time, "taken-up", taken.updatesDone(), taken.process());
        case LedgerEntry.Checked checked -> new CheckedLine(run, time, "gate", checked.gate());
        case LedgerEntry.Advanced advanced ->
            new AdvancedLine(run, time, "progress", ProgressJson.of(advanced.progress()));
        case LedgerEntry.Changed changed ->
            new ChangedLine(
                run,
                time,
                "changed",
                changed.what(),
                changed.value(),
                changed.update(),
                changed.words());
        case LedgerEntry.Moved moved ->
            new MovedLine(run, time, "moved", moved.folder().toString());
        case LedgerEntry.Deleted _ -> new DeletedLine(run, time, "deleted");
        case LedgerEntry.Restored _ -> new RestoredLine(run, time, "restored");
        case LedgerEntry.Ended ended ->
            new EndedLine(
                run,
                time,
                "ended",
                lower(ended.status()),
                ended.reason(),
                ProgressJson.of(ended.progress()));
      };
    }
  }

  private record BegunLine(String run, String time, String kind, StartJson start)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Begun(new RunId(run), Instant.parse(time), start.start());
    }
  }

  private record TakenUpLine(
      String run,
      String time,
      String kind,
      @JsonProperty(required = true) long updates,
      @JsonProperty(required = true) RunProcess process)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.TakenUp(new RunId(run), Instant.parse(time), process, updates);
    }
  }

  private record CheckedLine(
      String run, String time, String kind, @JsonProperty(required = true) Gate gate)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Checked(new RunId(run), Instant.parse(time), gate);
    }
  }

  private record AdvancedLine(String run, String time, String kind, ProgressJson progress)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Advanced(new RunId(run), Instant.parse(time), progress.progress());
    }
  }

  private record ChangedLine(
      String run,
      String time,
      String kind,
      @JsonProperty(required = true) String what,
      @JsonProperty(required = true) double value,
      @Nullable Long update,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String words)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Changed(
          new RunId(run),
          Instant.parse(time),
          what,
          value,
          update == null ? -1 : update,
          orEmpty(words));
    }
  }

  private record MovedLine(
      String run, String time, String kind, @JsonProperty(required = true) String folder)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Moved(new RunId(run), Instant.parse(time), Path.of(folder));
    }
  }

  private record DeletedLine(String run, String time, String kind) implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Deleted(new RunId(run), Instant.parse(time));
    }
  }

  private record RestoredLine(String run, String time, String kind) implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Restored(new RunId(run), Instant.parse(time));
    }
  }

  private record EndedLine(
      String run,
      String time,
      String kind,
      String status,
      @Nullable String reason,
      ProgressJson progress)
      implements LedgerLine {
    @Override
    public LedgerEntry entry() {
      return new LedgerEntry.Ended(
          new RunId(run),
          Instant.parse(time),
          RunStatus.valueOf(status.toUpperCase(Locale.ROOT)),
          orEmpty(reason),
          progress.progress());
    }
  }

  private record StartJson(
      String environment,
      @Nullable String preset,
      String algorithm,
      @JsonProperty(required = true) long seed,
      String device,
      @Nullable String codeVersion,
      @Nullable String parent,
      @Nullable String parentSha256,
      @Nullable String coPlayer,
      @Nullable String coPlayerSha256,
      String folder,
      @JsonProperty(required = true) long updatesInAll,
      List<String> scenarios,
      @Nullable Map<String, String> mapSha256,
      Map<String, String> typed,
      Map<String, List<String>> difference,
      Map<String, String> effective) {
    static StartJson of(RunStart start) {
      return new StartJson(
          start.environment(),
          start.preset(),
          start.algorithm(),
          start.seed(),
          lower(start.device()),
          start.codeVersion(),
          start.parent(),
          start.parentSha256(),
          start.coPlayer(),
          start.coPlayerSha256(),
          start.folder().toString(),
          start.updatesInAll(),
          start.scenarios(),
          start.mapSha256(),
          start.typed(),
          start.difference(),
          start.effective());
    }

    RunStart start() {
      return new RunStart(
          Objects.requireNonNull(environment),
          orEmpty(preset),
          Objects.requireNonNull(algorithm),
          scenarios,
          mapSha256 == null ? Map.of() : mapSha256,
          typed,
          effective,
          difference,
          seed,
          TrainingTask.Device.valueOf(device.toUpperCase(Locale.ROOT)),
          orEmpty(codeVersion),
          orEmpty(parent),
          orEmpty(parentSha256),
          orEmpty(coPlayer),
          orEmpty(coPlayerSha256),
          Path.of(folder),
          updatesInAll);
    }
  }

  private record ProgressJson(
      @JsonProperty(required = true) long updates,
      @JsonProperty(required = true) long updatesInAll,
      @JsonProperty(required = true) long agentSteps,
      @JsonProperty(required = true) long environmentSteps,
      @JsonProperty(required = true) double seconds,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double bestScore,
      @JsonProperty(required = true) double learningRateFactor,
      @JsonProperty(required = true) List<Double> trialScores,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double bestReturn,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double recentReturn) {
    /// A list that is null, or holds a null, is refused while the text is parsed.
    ProgressJson {
      trialScores = List.copyOf(trialScores);
    }

    static ProgressJson of(RunProgress progress) {
      return new ProgressJson(
          progress.updates(),
          progress.updatesInAll(),
          progress.agentSteps(),
          progress.environmentSteps(),
          progress.seconds(),
          progress.bestScore().orElse(null),
          progress.learningRateFactor(),
          progress.recentScores(),
          progress.bestReturn().orElse(null),
          progress.recentReturn().orElse(null));
    }

    RunProgress progress() {
      return new RunProgress(
          updates,
          updatesInAll,
          agentSteps,
          environmentSteps,
          seconds,
          Optional.ofNullable(bestScore),
          learningRateFactor,
          trialScores,
          Optional.ofNullable(bestReturn),
          Optional.ofNullable(recentReturn));
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
