package dev.hindsight.trainer.learn.foreign;

import static java.util.stream.Collectors.joining;

import dev.hindsight.trainer.policy.program.PortRole;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What the names of arrays say about them.
final class Names {
  private static final List<String> HIDDEN =
      List.of("h", "hx", "hn", "h0", "hidden", "hout", "hin", "hnext");
  private static final List<String> CELL =
      List.of("c", "cx", "cn", "c0", "cell", "cout", "cin", "cnext");

  private static final Set<String> DIRECTIONS =
      Set.of("in", "out", "input", "output", "prev", "previous", "next", "new", "before", "after");

  private Names() {}

  /// The role of an input; empty if its name does not say.
  static Optional<PortRole> input(String name) {
    String plain = plain(name);
    if (plain.contains("mask") || plain.contains("legal")) {
      return Optional.of(PortRole.MASK);
    }
    if (List.of("done", "dones", "starts", "episodestarts", "reset", "firsts").contains(plain)) {
      return Optional.of(PortRole.DONE);
    }
    if (isState(name)) {
      return Optional.of(PortRole.STATE);
    }
    return plain.startsWith("obs") ? Optional.of(PortRole.OBSERVATION) : Optional.empty();
  }

  /// The role of an output; empty if its name does not say.
  static Optional<PortRole> output(String name) {
    return switch (plain(name)) {
      case "logits", "logit", "actionlogits", "pilogits", "policylogits" ->
          Optional.of(PortRole.LOGITS);
      case "probs", "prob", "probabilities", "actionprobs" -> Optional.of(PortRole.PROBABILITIES);
      case "mean", "mu", "loc", "actionmean", "means" -> Optional.of(PortRole.MEAN);
      case "std", "sigma", "scale", "deviation", "actionstd", "stddev" ->
          Optional.of(PortRole.DEVIATION);
      case "logstd", "logsigma", "actionlogstd", "logdeviation" ->
          Optional.of(PortRole.LOG_DEVIATION);
      case "value", "values", "v", "vf", "critic", "statevalue" -> Optional.of(PortRole.VALUE);
      case "action", "actions", "logprob", "entropy" -> Optional.of(PortRole.IGNORED);
      default -> isState(name) ? Optional.of(PortRole.STATE) : Optional.empty();
    };
  }

  private static boolean isState(String name) {
    String plain = plain(name);
    return isHidden(name)
        || isCell(name)
        || name.matches("(?i).*state\\.\\d+")
        || plain.contains("lstm")
        || plain.contains("recurrent")
        || plain.contains("hidden")
        || plain.contains("memory")
        || List.of("statein", "stateout", "nextstate", "newstate", "rnnstate").contains(plain);
  }

  /// Whether it is the name of a state where another input is what is observed.
  static boolean mayBeState(String name) {
    return List.of("state", "states", "carry", "rnn", "gru", "prevstate").contains(plain(name));
  }

  private static boolean isHidden(String name) {
    return HIDDEN.contains(plain(name)) || HIDDEN.contains(first(name));
  }

  private static boolean isCell(String name) {
    return CELL.contains(plain(name)) || CELL.contains(first(name));
  }

  /// Whether the names of a state and of what follows it say that they are not the same one.
  static boolean otherState(String name, String from) {
    return (isHidden(name) && isCell(from)) || (isCell(name) && isHidden(from));
  }

  /// Whether a state and what follows it have one name, but for words such as `in` and `out`.
  static boolean sameState(String name, String from) {
    String stem = stem(name);
    return !stem.isEmpty() && stem.equals(stem(from));
  }

  private static String stem(String name) {
    return Arrays.stream(name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").split("[^A-Za-z0-9]+", -1))
        .map(word -> word.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty() && !DIRECTIONS.contains(word))
        .collect(joining("_"));
  }

  /// The first word, without the number of a layer: `h` of `h2_in`.
  private static String first(String name) {
    String word = name.toLowerCase(Locale.ROOT).split("[_./]", 2)[0];
    return word.replaceAll("(?<=.)\\d+$", "");
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "").replaceAll("(?<=..)\\d+$", "");
  }
}
