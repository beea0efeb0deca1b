package dev.hindsight.trainer.rollout.foreign.dataset;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Episodes one after the other in the same arrays, as D4RL and many scripts write them.
final class FlatEpisodes implements EpisodeSource {
  /// Names of flags that do not say why an episode ended.
  private static final Set<String> DONES = Set.of("done", "dones", "is_last", "last");

  /// The column that draws the agents.
  static final String POSE = "pose";

  private final Path file;
  private final String form;
  private final Map<String, NpyArray> arrays;
  private final ArrayMapping mapping;
  private final int steps;
  private final List<Integer> starts = new ArrayList<>();

  /// @param arrays by path, all of them
  /// @throws Problem if the mapping does not fit the arrays
  FlatEpisodes(Path file, String form, Map<String, NpyArray> arrays, ArrayMapping mapping) {
    this.file = file;
    this.form = form;
    this.arrays = new LinkedHashMap<>(arrays);
    this.mapping = mapping;
    List<String> named = new ArrayList<>(mapping.observations().values());
    named.addAll(mapping.actions().values());
    for (String each :
        List.of(
            mapping.reward(),
            mapping.terminal(),
            mapping.truncation(),
            mapping.episode(),
            mapping.trial(),
            mapping.pose())) {
      if (!each.isEmpty()) {
        named.add(each);
      }
    }
    if (named.isEmpty()) {
      throw new Problem(
          arrays.isEmpty()
              ? wording("FlatEpisodes.it_has_no_arrays")
              : wording("FlatEpisodes.nothing_is_mapped", String.join(", ", arrays.keySet())),
          file.toString(),
          wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
    }
    for (String each : named) {
      NpyArray array = arrays.get(each);
      if (array == null || array.shape().length == 0) {
        throw new Problem(
            wording("FlatEpisodes.there_is_no_array", each),
            file.toString(),
            wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
      }
    }
    // Observations may have one row more.
    String clock =
        mapping.reward().isEmpty()
            ? named.stream()
                .filter(each -> !mapping.observations().containsValue(each))
                .findFirst()
                .orElse(named.getFirst())
            : mapping.reward();
    steps = array(clock).shape()[0];
    for (String each : named) {
      if (array(each).shape()[0] != steps && !endsWithFinal(each)) {
        throw otherRows(each, clock);
      }
    }
    int agents = Math.max(1, mapping.agents());
    for (String each : List.of(mapping.reward(), mapping.terminal(), mapping.truncation())) {
      if (!each.isEmpty() && array(each).length() != steps) {
        numbers(each, agents);
      }
    }
    if (!mapping.episode().isEmpty()) {
      numbers(mapping.episode(), 1);
    }
    if (!mapping.trial().isEmpty()) {
      numbers(mapping.trial(), 1);
      checkTrials();
    }
    checkAgents();
    findStarts();
    for (String each : named) {
      if (starts.size() > 1 && endsWithFinal(each)) {
        throw otherRows(each, clock);
      }
    }
  }

  /// Whether it is what was observed in one episode, with the final observation as its last row.
  private boolean endsWithFinal(String name) {
    return mapping.observations().containsValue(name) && array(name).shape()[0] == steps + 1;
  }

  private Problem otherRows(String name, String clock) {
    return new Problem(
        wording("FlatEpisodes.it_has_other_rows", name, array(name).shape()[0], clock, steps),
        file.toString(),
        wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
  }

  /// Refuses observations, actions and poses without the axis of the agents.
  private void checkAgents() {
    List<String> own = new ArrayList<>(mapping.observations().values());
    own.addAll(mapping.actions().values());
    if (!mapping.pose().isEmpty()) {
      own.add(mapping.pose());
    }
    for (String each : own) {
      if (!EpisodeColumns.hasAgents(array(each), mapping.agents(), mapping.agents() > 0)) {
        throw new Problem(
            wording(
                "FlatEpisodes.it_has_no_axis_of_the_agents",
                each,
                Arrays.toString(array(each).shape()),
                mapping.agents()),
            file.toString(),
            wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
      }
    }
  }

  /// Refuses an array with more or fewer numbers than a step has.
  private void numbers(String name, int each) {
    if (array(name).length() != steps * each) {
      throw new Problem(
          wording(
              "FlatEpisodes.it_has_numbers_a_step",
              name,
              array(name).length() / Math.max(1, steps),
              each),
          file.toString(),
          wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
    }
  }

  private void checkTrials() {
    NpyArray trials = array(mapping.trial());
    for (int step = 0; step < steps; step++) {
      double trial = trials.value(step);
      if (!(trial >= 0 && trial < TrialIndex.MOST && trial == Math.rint(trial))) {
        throw new Problem(
            wording("FlatEpisodes.it_counts_no_trials", mapping.trial(), trial, step),
            file.toString(),
            wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName()));
      }
    }
  }

  /// An episode ends with the step that is terminal or cut off, for all agents; the next step is
  /// the first of the next one. If it goes on with a later trial, only the trial was over.
  private void findStarts() {
    Optional<NpyArray> numbers = mapped(mapping.episode());
    Optional<NpyArray> trials = mapped(mapping.trial());
    for (int step = 0; step < steps; step++) {
      double later =
          step > 0 && trials.isPresent()
              ? trials.get().value(step) - trials.get().value(step - 1)
              : 0;
      boolean begins =
          step == 0
              || (numbers.isPresent()
                  ? begins(numbers.get(), step)
                  : later < 0 || (later == 0 && ends(step - 1)));
      if (begins) {
        starts.add(step);
      }
    }
  }

  /// Where a number changes, or a truth value is set.
  private static boolean begins(NpyArray numbers, int step) {
    return numbers.dtype() == Dtype.BOOL
        ? numbers.value(step) != 0
        : numbers.value(step) != numbers.value(step - 1);
  }

  private boolean ends(int step) {
    int each = Math.max(1, mapping.agents());
    for (int agent = 0; agent < each; agent++) {
      int at = step * each + agent;
      boolean set =
          mapped(mapping.terminal()).filter(flags -> flag(flags, at, step)).isPresent()
              || mapped(mapping.truncation()).filter(flags -> flag(flags, at, step)).isPresent();
      if (!set) {
        return false;
      }
    }
    return true;
  }

  /// Flags may be per agent or for all.
  private boolean flag(NpyArray flags, int at, int step) {
    return flags.value(flags.length() == steps ? step : at) != 0;
  }

  private Optional<NpyArray> mapped(String name) {
    return Optional.ofNullable(arrays.get(name));
  }

  @Override
  public String form() {
    return form;
  }

  @Override
  public String environment() {
    return "";
  }

  @Override
  public int count() {
    return starts.size();
  }

  @Override
  public int trials() {
    Optional<NpyArray> trials = mapped(mapping.trial());
    int most = 0;
    for (int step = 0; trials.isPresent() && step < steps; step++) {
      most = Math.max(most, (int) trials.get().value(step));
    }
    return most + 1;
  }

  @Override
  public String name(int episode) {
    return Integer.toString(episode);
  }

  @Override
  public List<String> notes() {
    boolean told =
        !(mapping.terminal() + mapping.truncation() + mapping.episode() + mapping.trial())
            .isEmpty();
    return arrays.entrySet().stream()
        .filter(each -> !told && !mapping.maps(each.getKey()))
        .filter(each -> DONES.contains(each.getKey().toLowerCase(Locale.ROOT)))
        .filter(each -> each.getValue().shape().length > 0 && each.getValue().shape()[0] == steps)
        .map(each -> wording("FlatEpisodes.it_ends_no_episode", each.getKey()))
        .toList();
  }

  @Override
  public EpisodeArrays read(int episode) {
    int from = starts.get(episode);
    int to = episode + 1 < starts.size() ? starts.get(episode + 1) : steps;
    Map<String, NpyArray> others = new LinkedHashMap<>();
    arrays.forEach((name, array) -> {
      boolean row = array.shape().length > 0 && array.shape()[0] == steps;
      if (!mapping.maps(name) && row) {
        others.put(name.equals(mapping.pose()) ? POSE : name, part(array, from, to));
      }
    });
    int each = Math.max(1, mapping.agents());
    return new EpisodeArrays(
        to - from,
        mapping.agents() > 0 ? OptionalInt.of(mapping.agents()) : OptionalInt.empty(),
        parts(mapping.observations(), from, to),
        parts(mapping.actions(), from, to),
        others,
        mapped(mapping.reward()).map(_ -> flags(mapping.reward(), from, to, each)),
        flags(mapping.terminal(), from, to, each),
        flags(mapping.truncation(), from, to, each),
        mapped(mapping.trial()).map(array -> part(array, from, to)),
        OptionalLong.empty());
  }

  private Map<String, NpyArray> parts(Map<String, String> names, int from, int to) {
    Map<String, NpyArray> found = new LinkedHashMap<>();
    names.forEach((path, name) ->
        found.put(path, part(array(name), from, endsWithFinal(name) ? to + 1 : to)));
    return found;
  }

  private NpyArray array(String name) {
    return mapped(name)
        .orElseThrow(() ->
            new Problem(
                wording("FlatEpisodes.there_is_no_array", name),
                file.toString(),
                wording("FlatEpisodes.name_them", ArrayMapping.beside(file).getFileName())));
  }

  /// A number for every step and agent; one for all is repeated.
  private NpyArray flags(String name, int from, int to, int each) {
    Optional<NpyArray> found = mapped(name).map(array -> part(array, from, to));
    if (found.isEmpty()) {
      return Hdf5Episodes.zeros((to - from) * each);
    }
    NpyArray array = found.get();
    if (array.length() == (to - from) * each) {
      return array;
    }
    double[] repeated = new double[(to - from) * each];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = array.value(i / each);
    }
    return NpyArray.of(repeated, repeated.length);
  }

  private static NpyArray part(NpyArray array, int from, int to) {
    int[] shape = array.shape().clone();
    int rowBytes = shape[0] == 0 ? 0 : array.length() / shape[0] * array.dtype().bytes();
    ByteBuffer data = array.data().duplicate().order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer rows = data.slice(from * rowBytes, (to - from) * rowBytes);
    shape[0] = to - from;
    return new NpyArray(array.dtype(), shape, rows);
  }

  @Override
  public void close() {}
}
