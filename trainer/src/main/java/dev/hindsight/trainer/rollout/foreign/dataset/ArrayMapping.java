package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// What the arrays of a file mean, all with the step as their first axis; beside the file as
/// `NAME.mapping.json`, where a user may correct it.
///
/// @param observations array by path of the observation
/// @param actions array by path of the action
/// @param reward name of an array; empty without one
/// @param terminal likewise: the episode ended for good
/// @param truncation likewise: a limit cut it off
/// @param episode likewise: a number that changes where an episode begins, or a truth value that is
///   set there
/// @param trial likewise: the number of the trial, from 0; a smaller one begins an episode
/// @param pose likewise: x, y and heading of each agent, which draws the agents; empty for an array
///   of that name
/// @param agents size of the second axis, if it is the agent; 0 if there is none
record ArrayMapping(
    String format,
    int version,
    Map<String, String> observations,
    Map<String, String> actions,
    String reward,
    String terminal,
    String truncation,
    String episode,
    String trial,
    String pose,
    int agents) {
  private static final String FORMAT = "hindsight-mapping";
  private static final int VERSION = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private static final List<String> REWARDS = List.of("reward", "rewards", "rew", "r");
  private static final List<String> TERMINALS =
      List.of("terminal", "terminals", "termination", "terminations", "terminated");
  private static final List<String> TRUNCATIONS =
      List.of("truncation", "truncations", "truncated", "timeout", "timeouts");
  private static final List<String> EPISODES =
      List.of("episode", "episodes", "episode_id", "episode_ids", "episode_index");

  /// Truth values that are set at the first step of an episode.
  private static final List<String> STARTS = List.of("episode_starts", "episode_start", "is_first");

  /// Hindsight's own names: the first alone may be another number.
  private static final List<String> TRIALS = List.of("trial", "trial_tick", "trial_ended");

  private static final List<String> POSES = List.of("pose", "poses");
  private static final List<String> OBSERVATIONS =
      List.of("observation", "observations", "obs", "state", "states");
  private static final List<String> ACTIONS = List.of("action", "actions", "act", "acts");

  ArrayMapping {
    observations = new LinkedHashMap<>(observations);
    actions = new LinkedHashMap<>(actions);
  }

  /// A mapping that a user has said.
  ///
  /// @param single the array with a meaning that only one can have; empty without one
  static ArrayMapping of(
      Map<String, String> observations,
      Map<String, String> actions,
      Function<MappedArrays.Meaning, String> single,
      int agents) {
    return new ArrayMapping(
        FORMAT,
        VERSION,
        observations,
        actions,
        single.apply(MappedArrays.Meaning.REWARD),
        single.apply(MappedArrays.Meaning.TERMINAL),
        single.apply(MappedArrays.Meaning.TRUNCATION),
        single.apply(MappedArrays.Meaning.EPISODE),
        single.apply(MappedArrays.Meaning.TRIAL),
        single.apply(MappedArrays.Meaning.POSE),
        agents);
  }

  /// The file that holds the mapping of another.
  static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + ".mapping.json");
  }

  /// D4RL's names.
  static ArrayMapping d4rl() {
    return new ArrayMapping(
        FORMAT,
        VERSION,
        Map.of(EpisodeArrays.OBSERVATION, "observations"),
        Map.of(EpisodeArrays.ACTION, "actions"),
        "rewards",
        "terminals",
        "timeouts",
        "",
        "",
        "",
        0);
  }

  /// The same mapping without the optional arrays that a file lacks.
  ///
  /// @param there names of the file's arrays
  ArrayMapping without(Set<String> there) {
    Map<String, String> acted = new LinkedHashMap<>(actions);
    acted.values().retainAll(there);
    return new ArrayMapping(
        format,
        version,
        observations,
        acted,
        reward,
        terminal,
        there.contains(truncation) ? truncation : "",
        episode,
        trial,
        pose,
        agents);
  }

  /// Reads the mapping beside a file, or guesses one.
  ///
  /// @throws Problem if the mapping there is none
  static ArrayMapping of(Path file, Map<String, NpyArray> arrays) {
    Path beside = beside(file);
    return Files.isRegularFile(beside) ? read(beside) : guess(arrays);
  }

  /// Writes a guess beside a file that has no mapping, where the folder takes it.
  void note(Path file) {
    Path beside = beside(file);
    if (!Files.exists(beside)) {
      try {
        AtomicFile.write(beside, JSON.writeValueAsBytes(this));
      } catch (IOException _) {
        // A folder that cannot be written: the guess is the same next time.
      }
    }
  }

  /// Keeps it beside a file, in place of another.
  ///
  /// @return where
  /// @throws Problem if it cannot be written
  Path keep(Path file) {
    Path beside = beside(file);
    try {
      AtomicFile.write(beside, JSON.writeValueAsBytes(this));
      return beside;
    } catch (IOException e) {
      throw new Problem(
          wording("ArrayMapping.it_cannot_be_written"),
          beside.toString(),
          wording("ArrayMapping.check_the_folder"),
          e);
    }
  }

  private static ArrayMapping read(Path beside) {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(beside));
      if (json instanceof ObjectNode stored) {
        // Mappings of earlier versions do not have these.
        for (String later : List.of("pose", "trial")) {
          if (!stored.has(later)) {
            stored.put(later, "");
          }
        }
      }
      ArrayMapping read = WholeJson.read(JSON, json, ArrayMapping.class);
      if (read.format.equals(FORMAT) && read.version == VERSION) {
        return read;
      }
    } catch (IOException e) {
      throw new Problem(
          wording("ArrayMapping.it_is_no_mapping"),
          beside.toString(),
          wording("ArrayMapping.correct_or_delete"),
          e);
    }
    throw new Problem(
        wording("ArrayMapping.it_is_no_mapping"),
        beside.toString(),
        wording("ArrayMapping.correct_or_delete"));
  }

  /// Guesses by names and shapes.
  static ArrayMapping guess(Map<String, NpyArray> arrays) {
    String reward = find(arrays, REWARDS).orElse("");
    NpyArray rewards = arrays.get(reward);
    int[] shape = rewards == null ? new int[0] : rewards.shape();
    int agents = shape.length == 2 ? shape[1] : 0;
    // What several agents observe or do has their axis; an array without it is of the world.
    Map<String, NpyArray> truths = new LinkedHashMap<>(arrays);
    truths
        .values()
        .removeIf(array ->
            array.dtype() != Dtype.BOOL
                || array.shape().length == 0
                || array.length() != array.shape()[0]);
    Map<String, NpyArray> own = new LinkedHashMap<>(arrays);
    own.values().removeIf(array -> !EpisodeColumns.hasAgents(array, agents, agents > 0));
    Map<String, String> observations = new LinkedHashMap<>();
    find(own, OBSERVATIONS).ifPresent(name -> observations.put(EpisodeArrays.OBSERVATION, name));
    if (observations.isEmpty()) {
      own.keySet().stream()
          .filter(name -> name.startsWith("obs/") || name.startsWith("observations/"))
          .forEach(name -> observations.put(name.substring(name.indexOf('/') + 1), name));
    }
    if (observations.isEmpty() && arrays.size() == 1) {
      String only = arrays.keySet().iterator().next();
      observations.put(EpisodeArrays.OBSERVATION, only);
    }
    Map<String, String> actions = new LinkedHashMap<>();
    find(own, ACTIONS).ifPresent(name -> actions.put(EpisodeArrays.ACTION, name));
    return new ArrayMapping(
        FORMAT,
        VERSION,
        observations,
        actions,
        reward,
        find(arrays, TERMINALS).orElse(""),
        find(arrays, TRUNCATIONS).orElse(""),
        find(arrays, EPISODES).or(() -> find(truths, STARTS)).orElse(""),
        arrays.keySet().containsAll(TRIALS) ? TRIALS.getFirst() : "",
        find(own, POSES).orElse(""),
        agents);
  }

  private static Optional<String> find(Map<String, NpyArray> arrays, List<String> names) {
    return names.stream()
        .flatMap(wanted ->
            arrays.keySet().stream().filter(name -> name.toLowerCase(Locale.ROOT).equals(wanted)))
        .findFirst();
  }

  /// Whether an array has a meaning in the mapping.
  boolean maps(String array) {
    return observations.containsValue(array)
        || actions.containsValue(array)
        || List.of(reward, terminal, truncation, episode, trial).contains(array);
  }
}
