package dev.hindsight.trainer.observation;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The structure of a nested observation: dictionaries, tuples and lists down to arrays. In memory
/// and in recordings an observation stays one flat row of numbers; each array is a segment of it,
/// named by its path: `self/position`, `landmarks/0`. Immutable; any thread.
public sealed interface ObservationTree {
  /// Joins the names of a path.
  String SEPARATOR = "/";

  /// Names the only array of an observation that is not nested.
  String WHOLE = "observation";

  /// An array of numbers.
  ///
  /// @param shape as in [Segment]: `[features]`, `[rows, features]` or `[planes, height, width]`
  /// @param names one per feature or plane; empty if they have none
  /// @param quantities what each feature or plane measures; empty if unknown
  /// @param type how its numbers are stored
  /// @param audience who sees it
  record ArrayLeaf(
      List<Integer> shape,
      List<String> names,
      List<Quantity> quantities,
      NumberType type,
      Audience audience)
      implements ObservationTree {
    /// Copies the lists.
    public ArrayLeaf {
      shape = List.copyOf(shape);
      names = List.copyOf(names);
      quantities = List.copyOf(quantities);
    }

    /// A vector of floats that actor and critic see.
    public ArrayLeaf(List<String> names, List<Quantity> quantities) {
      this(List.of(names.size()), names, quantities, NumberType.F4, Audience.ALL);
    }

    /// Floats without names.
    public static ArrayLeaf of(Integer... shape) {
      return new ArrayLeaf(List.of(shape), List.of(), List.of(), NumberType.F4, Audience.ALL);
    }
  }

  /// Observations by name. The order is that of the numbers; whether two dictionaries have the same
  /// structure does not depend on it.
  record Dictionary(Map<String, ObservationTree> entries) implements ObservationTree {
    /// Copies the map, keeping its order.
    ///
    /// @throws IllegalArgumentException for a name that would make paths ambiguous
    public Dictionary {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
      for (String name : entries.keySet()) {
        if (name.isEmpty() || name.contains(SEPARATOR)) {
          throw new IllegalArgumentException(
              "a name in a nested observation is not empty and has no '"
                  + SEPARATOR
                  + "': "
                  + name);
        }
      }
    }
  }

  /// Observations by position, named `0`, `1`, ...
  record Sequence(SequenceKind kind, List<ObservationTree> items) implements ObservationTree {
    /// Copies the list.
    public Sequence {
      items = List.copyOf(items);
    }

    /// A tuple.
    public static Sequence tuple(List<? extends ObservationTree> items) {
      return new Sequence(SequenceKind.TUPLE, List.copyOf(items));
    }
  }

  /// Kinds of sequences. Observations that differ in it have different structures.
  enum SequenceKind {
    /// A fixed number of items.
    TUPLE,
    /// Any number of items.
    LIST
  }

  /// The arrays as segments of one flat row, in order, each named by its path.
  default ObservationLayout layout() {
    List<Segment> segments = new ArrayList<>();
    collect(this, "", segments);
    return new ObservationLayout(segments);
  }

  private static void collect(ObservationTree tree, String path, List<Segment> segments) {
    switch (tree) {
      case ArrayLeaf leaf -> {
        int offset =
            segments.isEmpty() ? 0 : segments.getLast().offset() + segments.getLast().length();
        segments.add(
            new Segment(
                path.isEmpty() ? WHOLE : path,
                offset,
                leaf.shape(),
                leaf.names(),
                leaf.quantities(),
                leaf.type(),
                leaf.audience()));
      }
      case Dictionary dictionary ->
          dictionary
              .entries()
              .forEach((name, entry) -> collect(entry, below(path, name), segments));
      case Sequence sequence -> {
        for (int i = 0; i < sequence.items().size(); i++) {
          collect(sequence.items().get(i), below(path, Integer.toString(i)), segments);
        }
      }
    }
  }

  /// The structure of observations with a layout, from the paths of its segments: names `0`, `1`,
  /// ... in this order are a tuple, any others a dictionary.
  ///
  /// @throws IllegalArgumentException if two segments have one path, or one is below another
  static ObservationTree of(ObservationLayout layout) {
    return of(layout.segments(), "");
  }

  /// @param segments those below a path, in order
  /// @param path with a separator at its end; empty for the root
  private static ObservationTree of(List<Segment> segments, String path) {
    if (segments.size() == 1
        && (segments.getFirst().name() + SEPARATOR)
            .equals(path.isEmpty() ? WHOLE + SEPARATOR : path)) {
      Segment one = segments.getFirst();
      return new ArrayLeaf(one.shape(), one.names(), one.quantities(), one.type(), one.audience());
    }
    Map<String, List<Segment>> below = new LinkedHashMap<>();
    for (Segment segment : segments) {
      if (!segment.name().startsWith(path)) {
        throw new IllegalArgumentException("the path " + segment.name() + " is not unique");
      }
      String name = segment.name().substring(path.length()).split(SEPARATOR, 2)[0];
      below.computeIfAbsent(name, _ -> new ArrayList<>()).add(segment);
    }
    Map<String, ObservationTree> entries = new LinkedHashMap<>();
    boolean counted = true;
    for (Map.Entry<String, List<Segment>> entry : below.entrySet()) {
      counted &= entry.getKey().equals(Integer.toString(entries.size()));
      entries.put(entry.getKey(), of(entry.getValue(), path + entry.getKey() + SEPARATOR));
    }
    return counted && !entries.isEmpty()
        ? Sequence.tuple(List.copyOf(entries.values()))
        : new Dictionary(entries);
  }

  /// The path of an entry.
  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + SEPARATOR + name;
  }

  /// Where another tree first has another structure; empty if both have the same. Dictionaries have
  /// the same names in any order, sequences the same kind and length, arrays the same shape.
  static Optional<ObservationMatch.OtherStructure> difference(
      ObservationTree one, ObservationTree other) {
    return difference(one, other, "");
  }

  private static Optional<ObservationMatch.OtherStructure> difference(
      ObservationTree one, ObservationTree other, String path) {
    if (one instanceof Dictionary mine && other instanceof Dictionary theirs) {
      for (Map.Entry<String, ObservationTree> entry : mine.entries().entrySet()) {
        ObservationTree same = theirs.entries().get(entry.getKey());
        var found =
            same == null
                ? Optional.of(
                    ObservationMatch.OtherStructure.onlyInFirst(below(path, entry.getKey())))
                : difference(entry.getValue(), same, below(path, entry.getKey()));
        if (found.isPresent()) {
          return found;
        }
      }
      return theirs.entries().keySet().stream()
          .filter(name -> !mine.entries().containsKey(name))
          .findFirst()
          .map(name -> ObservationMatch.OtherStructure.onlyInSecond(below(path, name)));
    }
    if (one instanceof Sequence mine
        && other instanceof Sequence theirs
        && mine.kind() == theirs.kind()
        && mine.items().size() == theirs.items().size()) {
      for (int i = 0; i < mine.items().size(); i++) {
        var found =
            difference(
                mine.items().get(i), theirs.items().get(i), below(path, Integer.toString(i)));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
    boolean same =
        one instanceof ArrayLeaf mine
            && other instanceof ArrayLeaf theirs
            && mine.shape().equals(theirs.shape());
    return same
        ? Optional.empty()
        : Optional.of(
            new ObservationMatch.OtherStructure(
                path.isEmpty() ? WHOLE : path, words(one), words(other)));
  }

  private static String words(ObservationTree tree) {
    return switch (tree) {
      case ArrayLeaf leaf -> ObservationMatch.array(leaf.shape());
      case Dictionary dictionary -> ObservationMatch.dictionary(dictionary.entries().keySet());
      case Sequence sequence -> ObservationMatch.sequence(sequence.kind(), sequence.items().size());
    };
  }
}
