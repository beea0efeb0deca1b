package dev.hindsight.trainer.rollout.foreign.dataset;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The arrays of a `.npz` or `.npy` and what they mean: first guessed, or as the file beside it
/// says, then as a user says. Reads the whole file: for a background thread.
public final class MappedArrays {
  private final Path file;
  private final Map<String, NpyArray> arrays;

  /// What an array means.
  public enum Meaning {
    /// What the agents observe, or a part of it.
    OBSERVATION,
    /// What they do, or a part of it.
    ACTION,
    /// The reward of a step.
    REWARD,
    /// 1 where an episode ends for good.
    TERMINAL,
    /// 1 where a limit cuts an episode off.
    TRUNCATION,
    /// A number that changes where an episode begins, or a truth value that is set there.
    EPISODE,
    /// The number of the trial, from 0; a smaller one begins an episode.
    TRIAL,
    /// x, y and heading of each agent.
    POSE,
    /// A column of its own name.
    COLUMN;

    /// The name on the command line: `observation`.
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// An array.
  ///
  /// @param type of its numbers, as NumPy names it: `<f4`
  public record NamedArray(String name, String type, List<Integer> shape) {
    /// Copies the list.
    public NamedArray {
      shape = List.copyOf(shape);
    }
  }

  /// What all arrays mean.
  ///
  /// @param meanings by the name of the array; a column for those that are not named
  /// @param agents size of the second axis, if it is the agent; 0 if there is no such axis
  public record Meanings(Map<String, Meaning> meanings, int agents) {
    /// Copies the map.
    public Meanings {
      meanings = Map.copyOf(meanings);
    }

    /// What an array means.
    public Meaning of(String array) {
      return meanings.getOrDefault(array, Meaning.COLUMN);
    }

    /// With another meaning of an array; what only one array can mean, no other means then.
    public Meanings with(String array, Meaning meaning) {
      Map<String, Meaning> all = new HashMap<>(meanings);
      boolean many =
          meaning == Meaning.OBSERVATION || meaning == Meaning.ACTION || meaning == Meaning.COLUMN;
      all.replaceAll((_, before) -> !many && before == meaning ? Meaning.COLUMN : before);
      all.put(array, meaning);
      return new Meanings(all, agents);
    }

    /// With another number of agents.
    public Meanings among(int count) {
      return new Meanings(meanings, count);
    }
  }

  /// What meanings make of a file.
  ///
  /// @param problem why it cannot be read so; the counts are 0 then
  public record Reading(Meanings meanings, int episodes, int steps, Optional<Problem> problem) {}

  private MappedArrays(Path file, Map<String, NpyArray> arrays) {
    this.file = file;
    this.arrays = arrays;
  }

  /// Whether a file has such arrays, by its name.
  public static boolean takes(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".npz") || name.endsWith(".npy");
  }

  /// Where the meanings of a file are kept: `NAME.npz.mapping.json`.
  public static Path beside(Path file) {
    return ArrayMapping.beside(file);
  }

  /// Reads all arrays of a file.
  ///
  /// @throws Problem if it is none, or too large
  public static MappedArrays read(Path file) {
    return new MappedArrays(file, arrays(file));
  }

  static Map<String, NpyArray> arrays(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".npy")
        ? Map.of(EpisodeArrays.OBSERVATION, Npy.read(file))
        : NpzArrays.read(file);
  }

  /// The arrays, in the order of the file.
  public List<NamedArray> arrays() {
    List<NamedArray> all = new ArrayList<>();
    arrays.forEach((name, array) ->
        all.add(
            new NamedArray(
                name, array.dtype().code(), Arrays.stream(array.shape()).boxed().toList())));
    return all;
  }

  /// Whether the arrays look like steps: most of them have the same number of rows. Weights of a
  /// network do not.
  public boolean alike() {
    Map<Integer, Integer> rows = new HashMap<>();
    int axes = 0;
    for (NpyArray array : arrays.values()) {
      if (array.shape().length > 0) {
        axes++;
        rows.merge(array.shape()[0], 1, Integer::sum);
      }
    }
    int most = rows.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return axes > 0 && 2 * most > axes && (most > 1 || arrays.size() == 1);
  }

  /// What the file beside it says, or else a guess, and what it makes of the file.
  public Reading first() {
    ArrayMapping mapping;
    try {
      mapping = ArrayMapping.of(file, arrays);
    } catch (Problem unreadable) {
      ArrayMapping guess = ArrayMapping.guess(arrays);
      return new Reading(meanings(guess), 0, 0, Optional.of(unreadable));
    }
    return reading(meanings(mapping), mapping);
  }

  /// What a user's meanings make of the file.
  public Reading reading(Meanings meanings) {
    return reading(meanings, mapping(meanings));
  }

  private Reading reading(Meanings meanings, ArrayMapping mapping) {
    try (EpisodeSource source = new FlatEpisodes(file, "", arrays, mapping)) {
      EpisodeColumns columns = new EpisodeColumns(file, source.read(0), Map.of());
      int steps = 0;
      for (int each = 0; each < source.count(); each++) {
        EpisodeArrays episode = source.read(each);
        columns.check(episode, source.name(each));
        steps += episode.steps();
      }
      return new Reading(meanings, source.count(), steps, Optional.empty());
    } catch (Problem problem) {
      return new Reading(meanings, 0, 0, Optional.of(problem));
    }
  }

  /// The episodes as a user's meanings make them.
  ///
  /// @throws Problem if they make none
  public Datasets.EpisodeTable table(Meanings meanings) {
    try (EpisodeSource source = new FlatEpisodes(file, "npz", arrays, mapping(meanings))) {
      return Datasets.table(source);
    }
  }

  /// Keeps meanings beside the file, where every command and the window read them.
  ///
  /// @return the file that holds them
  /// @throws Problem if it cannot be written
  public Path keep(Meanings meanings) {
    return mapping(meanings).keep(file);
  }

  private Meanings meanings(ArrayMapping mapping) {
    Map<String, Meaning> all = new LinkedHashMap<>();
    mapping.observations().values().forEach(name -> all.put(name, Meaning.OBSERVATION));
    mapping.actions().values().forEach(name -> all.put(name, Meaning.ACTION));
    all.put(mapping.reward(), Meaning.REWARD);
    all.put(mapping.terminal(), Meaning.TERMINAL);
    all.put(mapping.truncation(), Meaning.TRUNCATION);
    all.put(mapping.episode(), Meaning.EPISODE);
    all.put(mapping.trial(), Meaning.TRIAL);
    all.put(mapping.pose(), Meaning.POSE);
    all.keySet().retainAll(arrays.keySet());
    return new Meanings(all, mapping.agents());
  }

  private ArrayMapping mapping(Meanings meanings) {
    return ArrayMapping.of(
        parts(meanings, Meaning.OBSERVATION, EpisodeArrays.OBSERVATION),
        parts(meanings, Meaning.ACTION, EpisodeArrays.ACTION),
        meaning -> named(meanings, meaning).stream().findFirst().orElse(""),
        meanings.agents());
  }

  private List<String> named(Meanings meanings, Meaning meaning) {
    return arrays.keySet().stream().filter(name -> meanings.of(name) == meaning).toList();
  }

  /// A single part has the usual name; several have their own, without a common folder.
  private Map<String, String> parts(Meanings meanings, Meaning meaning, String usual) {
    List<String> names = named(meanings, meaning);
    Map<String, String> parts = new LinkedHashMap<>();
    for (String name : names) {
      String own = name.replaceFirst("^(obs|observations|act|actions)/", "");
      parts.put(names.size() == 1 ? usual : own, name);
    }
    return parts;
  }
}
