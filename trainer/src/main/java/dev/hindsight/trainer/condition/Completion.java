package dev.hindsight.trainer.condition;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A suggestion while the user types a condition.
///
/// @param from first character to replace
/// @param to end of the characters to replace, exclusive
/// @param text the replacement
/// @param doc what the name means
public record Completion(int from, int to, String text, String doc) {
  private static final int SHOWN = 40;

  /// The text with this suggestion applied.
  public String in(String typed) {
    return typed.substring(0, from) + text + typed.substring(to);
  }

  /// Suggestions at a position: first names that begin with the typed word, then names that contain
  /// it.
  ///
  /// @param caret `0..typed.length()`
  public static List<Completion> of(String typed, int caret, Vocabulary vocabulary) {
    int quote = typed.substring(0, caret).lastIndexOf('"');
    if (quote > 0 && typed.substring(0, quote).endsWith("observation[a][")) {
      return dimensions(typed, quote + 1, caret, vocabulary.observation());
    }
    int from = caret;
    while (from > 0
        && (Character.isLetterOrDigit(typed.charAt(from - 1)) || typed.charAt(from - 1) == '_')) {
      from--;
    }
    String begun = typed.substring(from, caret).toLowerCase(Locale.ROOT);
    if (from < caret && Character.isDigit(begun.charAt(0))) {
      return List.of();
    }
    List<Completion> first = new ArrayList<>();
    List<Completion> others = new ArrayList<>();
    boolean indexed = caret < typed.length() && typed.charAt(caret) == '[';
    for (SignalSpec spec : vocabulary.signals()) {
      if (!spec.name().equals("nan")) {
        String text = indexed ? spec.name() : spec.written();
        sort(new Completion(from, caret, text, spec.doc()), begun, first, others);
      }
    }
    for (String function : Functions.NAMES) {
      sort(
          new Completion(from, caret, function + "(", Functions.doc(function)),
          begun,
          first,
          others);
    }
    String help = wording("Completion.some_agent_does_agents_exists_b");
    sort(new Completion(from, caret, Vocabulary.AGENTS + ".", help), begun, first, others);
    first.addAll(others);
    return first.stream().limit(SHOWN).toList();
  }

  private static void sort(
      Completion one, String begun, List<Completion> first, List<Completion> others) {
    String text = one.text.toLowerCase(Locale.ROOT);
    if (text.startsWith(begun)) {
      first.add(one);
    } else if (text.contains(begun)) {
      others.add(one);
    }
  }

  private static List<Completion> dimensions(
      String typed, int from, int caret, ObservationLayout layout) {
    String begun = typed.substring(from, caret);
    List<Completion> found = new ArrayList<>();
    for (int d = 0; d < layout.size() && found.size() < SHOWN; d++) {
      if (layout.nameOf(d).contains(begun)) {
        found.add(
            new Completion(
                from, caret, layout.nameOf(d), wording("Completion.number_of_the_observation", d)));
      }
    }
    return List.copyOf(found);
  }
}
