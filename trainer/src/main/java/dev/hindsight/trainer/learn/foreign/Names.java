package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.policy.program.PortRole;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the names of arrays say about them.
final class Names {
  private static final List<String> HIDDEN =
      List.of("h", "hx", "hn", "h0", "hidden", "hout", "hin", "hnext");
  private static final List<String> CELL =
      List.of("c", "cx", "cn", "c0", "cell", "cout", "cin", "cnext");

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

  private static String first(String name) {
    return name.toLowerCase(Locale.ROOT).split("[_./]", 2)[0];
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "").replaceAll("(?<=..)\\d+$", "");
  }
}
