package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.text.Sentences;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Refuses, for every command alike, options of which one would be ignored. Commands declare them
/// with [NeedsOption] and [ExcludesOption].
final class OptionRelations {
  private OptionRelations() {}

  /// How an argument stands to others of its command.
  enum Kind {
    /// It does nothing without one of them.
    NEEDS,
    /// It and any of them exclude each other.
    EXCLUDES
  }

  /// What a command declares about one of its arguments.
  ///
  /// @param argument its longest name, or its label if it is positional
  /// @param others names or labels of others
  /// @param whyKey the text that says why; empty for the usual sentence
  record Relation(Kind kind, String argument, List<String> others, String whyKey) {}

  /// Checks a command line that was understood.
  ///
  /// @throws Problem naming the first option that would be ignored
  static void check(ParseResult line) {
    if (!line.isUsageHelpRequested() && !line.isVersionHelpRequested()) {
      Set<String> given = new HashSet<>();
      line.matchedArgs().forEach(argument -> given.addAll(names(argument)));
      List<Relation> relations =
          of(line.commandSpec()).stream()
              .filter(relation -> given.contains(relation.argument))
              .toList();
      // First, since what excludes an option often excludes what it needs, too.
      relations.forEach(relation -> refuseBoth(relation, given));
      relations.forEach(relation -> requireOne(relation, given));
    }
    if (line.hasSubcommand()) {
      check(line.subcommand());
    }
  }

  /// All that a command declares, without its subcommands.
  static List<Relation> of(CommandSpec command) {
    List<Relation> relations = new ArrayList<>();
    for (ArgSpec argument : command.args()) {
      if (argument.userObject() instanceof AnnotatedElement field) {
        add(
            argument,
            field.getAnnotation(NeedsOption.class),
            field.getAnnotation(ExcludesOption.class),
            relations);
      }
    }
    command
        .mixinAnnotatedElements()
        .forEach((name, field) -> {
          for (ArgSpec argument : Objects.requireNonNull(command.mixins().get(name)).args()) {
            add(
                argument,
                field.getAnnotation(NeedsOption.class),
                field.getAnnotation(ExcludesOption.class),
                relations);
          }
        });
    return relations;
  }

  private static void add(
      ArgSpec argument,
      @Nullable NeedsOption needs,
      @Nullable ExcludesOption excludes,
      List<Relation> relations) {
    String name = names(argument).getFirst();
    if (needs != null) {
      relations.add(new Relation(Kind.NEEDS, name, List.of(needs.value()), needs.whyKey()));
    }
    if (excludes != null) {
      relations.add(
          new Relation(Kind.EXCLUDES, name, List.of(excludes.value()), excludes.whyKey()));
    }
  }

  /// The names of an option, the longest first, or the label of a positional parameter.
  static List<String> names(ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      List<String> names = new ArrayList<>(List.of(option.names()));
      names.addFirst(option.longestName());
      return names;
    }
    return List.of(argument.paramLabel());
  }

  private static void refuseBoth(Relation relation, Set<String> given) {
    Optional<String> other = relation.others.stream().filter(given::contains).findFirst();
    if (relation.kind == Kind.EXCLUDES && other.isPresent()) {
      throw new Problem(
          relation.whyKey.isEmpty()
              ? wording("OptionRelations.they_exclude_each_other")
              : wording(relation.whyKey),
          relation.argument + " " + other.get(),
          wording("OptionRelations.leave_out_one_of_the_two"));
    }
  }

  private static void requireOne(Relation relation, Set<String> given) {
    if (relation.kind == Kind.NEEDS && relation.others.stream().noneMatch(given::contains)) {
      String others = Sentences.either(relation.others);
      throw new Problem(
          relation.whyKey.isEmpty()
              ? wording("OptionRelations.it_does_nothing_without", others)
              : wording(relation.whyKey),
          relation.argument,
          wording("OptionRelations.add_or_leave_it_out", others));
    }
  }
}
