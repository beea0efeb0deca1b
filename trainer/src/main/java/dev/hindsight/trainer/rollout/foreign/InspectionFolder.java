package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files of a folder that the reference's inspection script wrote.
///
/// @param folder one of its modes: `coplayer`, `human_replay`, `ego_only`
record InspectionFolder(Path folder) {
  private static final String STEPS = "per_step.jsonl";
  private static final String STATES = "env_state.jsonl";
  private static final String GARBAGE = "garbage_mask.npz";
  private static final String KEYS = "kv_cache.npz";

  /// Files that the script always writes.
  private static final List<String> NEEDED = List.of(STEPS, STATES, GARBAGE, KEYS);

  /// Checks that no file is missing.
  ///
  /// @throws Problem naming the missing file
  InspectionFolder {
    for (String name : NEEDED) {
      if (!Files.isRegularFile(folder.resolve(name))) {
        throw missing(folder, name);
      }
    }
  }

  /// Whether a folder has any of the files, or a folder in it has.
  static boolean looksLike(Path folder) {
    return any(folder) || !modes(folder).isEmpty();
  }

  private static boolean any(Path folder) {
    return NEEDED.stream().anyMatch(name -> Files.exists(folder.resolve(name)));
  }

  private static Problem missing(Path folder, String name) {
    List<String> below = modes(folder);
    if (!below.isEmpty()) {
      return new Problem(
          wording("InspectionFolder.it_is_the_folder_above_the"),
          folder.toString(),
          wording("InspectionFolder.open_one_of_its_folders", String.join(", ", below)));
    }
    return any(folder)
        ? new Problem(
            wording("InspectionFolder.there_is_no_in_it", name),
            folder.toString(),
            wording(
                "InspectionFolder.copy_all_files_that_the_inspection", String.join(", ", NEEDED)))
        : new Problem(
            wording("InspectionFolder.this_folder_is_not_a_recording"),
            folder.toString(),
            wording("InspectionFolder.open_a_rollout_file_or_a", String.join(", ", NEEDED)));
  }

  private static List<String> modes(Path folder) {
    try (Stream<Path> below = Files.list(folder)) {
      return below
          .filter(each -> Files.isRegularFile(each.resolve(STEPS)))
          .map(each -> String.valueOf(each.getFileName()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new Problem(
          wording("InspectionFolder.the_folder_cannot_be_read"),
          folder.toString(),
          wording("InspectionFolder.check_its_permissions"),
          e);
    }
  }

  Path steps() {
    return folder.resolve(STEPS);
  }

  Path states() {
    return folder.resolve(STATES);
  }

  Path garbage() {
    return folder.resolve(GARBAGE);
  }

  Path keys() {
    return folder.resolve(KEYS);
  }

  /// Attention of a layer; the script stores only layer 0, and only on request.
  Optional<Path> attention(int layer) {
    return Optional.of(folder.resolve("attn_layer" + layer + ".npz")).filter(Files::isRegularFile);
  }

  /// The policy's training settings, if they are in this folder or a parent.
  Optional<Path> info() {
    Path here = folder.resolve("info.json");
    return Stream.of(here, folder.toAbsolutePath().normalize().resolveSibling("info.json"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /// All files to read.
  List<Path> files() {
    return Stream.concat(
            Stream.of(steps(), states(), garbage(), keys()),
            Stream.concat(
                Stream.iterate(0, layer -> layer + 1)
                    .takeWhile(layer -> attention(layer).isPresent())
                    .flatMap(layer -> attention(layer).stream()),
                info().stream()))
        .toList();
  }
}
