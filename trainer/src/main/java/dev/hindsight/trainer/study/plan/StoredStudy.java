package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A study as its folder has it: half-done or finished. Immutable.
///
/// @param folder of the study
/// @param name of the study
/// @param spec what it runs; empty if the folder does not say so
/// @param runs by the key of the run
/// @param results of a study that was finished at least once
public record StoredStudy(
    Path folder,
    String name,
    Optional<StudySpec> spec,
    Map<String, StoredRun> runs,
    Optional<Results> results) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Copies the map, keeping the order.
  public StoredStudy {
    runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
  }

  /// A run of the study.
  ///
  /// @param entry what the ledger of the study says
  /// @param name in the ledger of runs; empty before it began
  public record StoredRun(StudyFolder.Entry entry, String name) {
    /// Whether its training was begun.
    public boolean begun() {
      return !name.isEmpty();
    }

    /// Whether it is trained and, if it can be, evaluated.
    public boolean done() {
      return !entry.status().equals(StudyFolder.Entry.PLANNED)
          && (!entry.evaluated().isEmpty() || !entry.status().equals("finished"));
    }
  }

  /// What a finished study says.
  ///
  /// @param report its numbers, computed from the scores
  /// @param notes what a reader must know
  public record Results(StudyReport report, List<String> notes) {
    /// Copies the list.
    public Results {
      notes = List.copyOf(notes);
    }
  }

  /// The folder of the study that a file belongs to, or that a folder is; empty if there is none.
  public static Optional<Path> folder(Path fileOrFolder) {
    Path path = fileOrFolder.toAbsolutePath().normalize();
    if (Files.isDirectory(path)) {
      return Optional.of(path).filter(StudyFolder::isStudy);
    }
    Path parent = path.getParent();
    boolean own =
        parent != null
            && List.of(
                    StudyFolder.description(parent),
                    StudyFolder.report(parent),
                    StudyFolder.scores(parent),
                    StudyFolder.ledger(parent))
                .contains(path);
    return Optional.ofNullable(parent).filter(_ -> own).filter(StudyFolder::isStudy);
  }

  /// The runs of a folder, by their keys.
  public static Map<String, StoredRun> runs(Path folder) {
    Map<String, StoredRun> runs = new LinkedHashMap<>();
    StudyFolder.entries(folder)
        .forEach((key, entry) -> runs.put(key, new StoredRun(entry, name(folder, key, entry))));
    return runs;
  }

  /// Reads a folder; also while a process works on it.
  ///
  /// @throws Problem if a file of it is damaged
  public static StoredStudy read(Path folder) {
    Map<String, StoredRun> runs = runs(folder);
    Path description = StudyFolder.description(folder);
    Optional<StudySpec> spec =
        Files.exists(description) ? Optional.of(StudyFile.read(description)) : Optional.empty();
    Path report = StudyFolder.report(folder);
    Path scores = StudyFolder.scores(folder);
    if (!Files.exists(report) || !Files.exists(scores)) {
      String name = spec.map(StudySpec::name).orElse(String.valueOf(folder.getFileName()));
      return new StoredStudy(folder, name, spec, runs, Optional.empty());
    }
    JsonNode page = page(report);
    List<String> notes = new ArrayList<>();
    page.path("notes").forEach(note -> notes.add(note.asText()));
    return new StoredStudy(
        folder,
        page.path("name").asText(String.valueOf(folder.getFileName())),
        spec,
        runs,
        Optional.of(new Results(StudyReport.of(StudyScores.read(scores)), notes)));
  }

  /// A run that was interrupted has no name in the ledger of the study, but a folder.
  private static String name(Path folder, String key, StudyFolder.Entry entry) {
    return entry.run().isEmpty() ? StudyFolder.begun(folder, key).orElse("") : entry.run();
  }

  private static JsonNode page(Path report) {
    try {
      return JSON.readTree(Files.readString(report));
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("StoredStudy.the_report_is_damaged"),
          report.toString(),
          wording("StoredStudy.run_the_study_again"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("StoredStudy.the_report_cannot_be_read"),
          report.toString(),
          wording("StudyFolder.check_the_folder_and_its"),
          e);
    }
  }
}
