package dev.hindsight.app.commands;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// How a typed text matches a command.
///
/// @param kind which part of the command matches
/// @param letters ranks matches of the same kind; higher is better
record CommandMatch(Kind kind, int letters) {
  /// From worst to best.
  enum Kind {
    /// The letters occur in order in the title, the menu or the shortcut.
    LETTERS,
    /// Each typed word occurs somewhere in the title, the menu or a synonym.
    WITHIN,
    /// Each typed word is the beginning of a word of the title, or of a synonym.
    WORD_BEGINNING,
    /// Each typed word is a whole word of the title, or a synonym.
    WORD,
    /// The title begins with the typed text.
    TITLE_BEGINNING,
    /// The typed text is the title.
    TITLE
  }

  /// The best match of a typed text with a command; empty if there is none.
  ///
  /// @param menu the title of its menu
  static Optional<CommandMatch> of(String typed, AppCommand command, String menu) {
    String wanted = String.join(" ", words(typed));
    String title = String.join(" ", words(command.title()));
    OptionalInt letters =
        FuzzyMatch.score(typed, command.title() + " " + menu + " " + command.shortcut());
    Optional<Kind> kind =
        wanted.isEmpty()
            ? Optional.of(Kind.LETTERS)
            : wanted.equals(title)
                ? Optional.of(Kind.TITLE)
                : title.startsWith(wanted)
                    ? Optional.of(Kind.TITLE_BEGINNING)
                    : byWords(words(typed), command, menu)
                        .or(() ->
                            letters.isPresent() ? Optional.of(Kind.LETTERS) : Optional.empty());
    return kind.map(found -> new CommandMatch(found, letters.orElse(0)));
  }

  /// The worst match among the typed words.
  private static Optional<Kind> byWords(List<String> typed, AppCommand command, String menu) {
    List<String> names =
        Stream.concat(words(command.title()).stream(), command.synonyms().stream()).toList();
    List<String> all = Stream.concat(names.stream(), words(menu).stream()).toList();
    if (typed.stream().allMatch(names::contains)) {
      return Optional.of(Kind.WORD);
    }
    if (typed.stream().allMatch(word -> names.stream().anyMatch(name -> name.startsWith(word)))) {
      return Optional.of(Kind.WORD_BEGINNING);
    }
    return typed.stream().allMatch(word -> all.stream().anyMatch(name -> name.contains(word)))
        ? Optional.of(Kind.WITHIN)
        : Optional.empty();
  }

  private static List<String> words(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
