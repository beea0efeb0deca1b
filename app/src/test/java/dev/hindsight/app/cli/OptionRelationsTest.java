package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.trainer.Problem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// No command ignores an option that was typed.
class OptionRelationsTest {
  /// The command line, and the whole message. No file of these exists: nothing is read before.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "branch a --hold 5 | --hold: it does nothing without --action - add --action, or leave it"
            + " out",
        "branch a --action 0=3 | --action: it does nothing without --at - add --at, or leave it"
            + " out",
        "branch a --at 3 --mean | --mean: it does nothing without --without - add --without, or"
            + " leave it out",
        "branch a --out b | --out: it does nothing without --at or --make - add --at or --make, or"
            + " leave it out",
        "branch a --title t | --title: it does nothing without --at - add --at, or leave it out",
        "branch a --make 1 --at 5 | --make --at: --make records an existing branch as it is - leave"
            + " out one of the two",
        "branch a --make 1 --wipe all | --wipe --make: --make records an existing branch as it is -"
            + " leave out one of the two",
        "frame a --out b.png --tick 1 --eyes --follow | --eyes --follow: what an agent observes is"
            + " drawn in one way, in its own frame - leave out one of the two",
        "frame a --out b.png --tick 1 --eyes --heading-up | --eyes --heading-up: what an agent"
            + " observes is drawn in one way, in its own frame - leave out one of the two",
        "film a --out b.mp4 --ghosts | --ghosts: there is only one recording - add OTHER, or leave"
            + " it out",
        "film a c --out b.mp4 --look-back | --look-back OTHER: it films the scene of one recording -"
            + " leave out one of the two",
        "ablate a --at 1 --mean --wipe-memory | --mean: nothing is switched off - add --head,"
            + " --ticks, --slots, --trial, --earlier-trials, --limbo or --others, or leave it out",
        "ablate a --at 1 --limbo --draws 2 | --draws: draws differ only in the scores after the"
            + " tick - add --run-on or --wipe-memory, or leave it out",
        "policy a --set size=5 | --set: it does nothing without --env - add --env, or leave it out",
        "policy a --keep | --keep: it does nothing without --env - add --env, or leave it out",
        "export a --out b.csv --channel x --bookmarked | --bookmarked --channel: they exclude each"
            + " other - leave out one of the two",
        "versions a --checkpoint c --of kl | --of: it does nothing without --json - add --json, or"
            + " leave it out",
        "record --out a --co-player b --partners c | --co-player --partners: a co-player is a"
            + " population of one - leave out one of the two",
        "check a b --record c | --record: there is nothing to record without a policy - add"
            + " --checkpoint, or leave it out",
        "moments a.json --worst 3 --episode 1 | --worst --episode: they exclude each other - leave"
            + " out one of the two",
        "open a b --compare --at 3 | --compare --at: a moment and a layout are for one recording -"
            + " leave out one of the two",
        "preflight --list --all | --list --all: they exclude each other - leave out one of the two",
        "runs buffer a --episode 1 --top 3 | --episode --top: one episode is shown, not the list -"
            + " leave out one of the two",
        "runs buckets a --record 1 | --record: a recording needs a bucket and a file - add --out,"
            + " or leave it out",
        "runs compare a b --apart | --apart: it does nothing without --figure - add --figure, or"
            + " leave it out",
        "runs restore a --empty | --empty RUN: they exclude each other - leave out one of the two",
        "screenshots --out a --text 150 | --text: it does nothing without --layouts - add --layouts,"
            + " or leave it out",
        "bench fleet --serve a:1 | --serve: it does nothing without --keys - add --keys, or leave"
            + " it out",
      })
  void anOptionThatWouldBeIgnoredIsRefused(String line, String message) {
    CapturedCommand run = CapturedCommand.of(line.split(" "));

    assertEquals("hindsight: " + message, run.err().strip(), run.out());
    assertEquals(1, run.exitCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "branch a",
        "branch a --at 3 --action 0=3 --hold 5 --parent 1 --title t --out b",
        "branch a --delete 1 --at 3",
        "branch a --make 1 --out b",
        "frame a --out b.png --tick 1 --eyes --agent 2 --overlays goals",
        "frame a --out b.png --tick 1 --heading-up",
        "export a --out b.html --bookmarked --agent 1",
        "credit a --at 3 --score --draws 4 --mean",
        "versions a --checkpoint c --at 3 --against 1",
        "runs compare a b --json",
      })
  void whatDoesSomethingIsNot(String line) {
    CommandLine known = HindsightCommand.line(console());

    OptionRelations.check(known.parseArgs(line.split(" ")));
  }

  @Test
  void whoAsksForHelpGetsIt() {
    CapturedCommand help = CapturedCommand.succeeding("branch", "--hold", "5", "--help");

    assertTrue(help.out().contains("--hold=N"), help.out());
  }

  /// A name that no option has would make a relation that always, or never, holds.
  @Test
  void everyRelationOfEveryCommandIsBetweenItsOwnArguments() {
    List<CommandSpec> commands = commands(HindsightCommand.line(console()));
    List<String> wrong = commands.stream().flatMap(OptionRelationsTest::wrong).toList();
    long relations =
        commands.stream().mapToLong(command -> OptionRelations.of(command).size()).sum();

    assertEquals(List.of(), wrong);
    assertTrue(relations > 50, relations + " relations");
  }

  /// One that takes its words itself is not among those that the command line was given.
  @Test
  void noOptionConsumesItsOwnWords() {
    assertEquals(
        List.of(),
        commands(HindsightCommand.line(console())).stream()
            .flatMap(command -> command.args().stream())
            .filter(argument -> argument.parameterConsumer() != null)
            .toList());
  }

  /// A command whose relations name what it does not have, and contradict each other.
  @Command(name = "planted")
  static final class Planted {
    @Parameters(paramLabel = "OTHER", arity = "0..1")
    Optional<String> other = Optional.empty();

    @NeedsOption("--far")
    @Option(names = "--near")
    boolean near;

    @NeedsOption("--near")
    @ExcludesOption("--near")
    @Option(names = {"-d", "--deep"})
    boolean deep;

    @Option(names = "--usual", defaultValue = "3")
    @NeedsOption({"OTHER", "--one"})
    int usual;

    @ArgGroup Group group = new Group();

    @Mixin
    @ExcludesOption("--usual")
    Mixed mixed = new Mixed();

    static final class Group {
      @Option(names = "--one")
      boolean one;
    }

    static final class Mixed {
      @ExcludesOption("--one")
      @Option(names = "--mixed")
      boolean mixed;
    }
  }

  @Test
  void aRelationToNothingIsFound() {
    assertEquals(
        List.of("planted --near: --far", "planted --deep: needs and excludes --near"),
        wrong(new CommandLine(new Planted()).getCommandSpec()).toList());
  }

  @Test
  void relationsReachShortNamesPositionsGroupsAndMixins() {
    assertEquals("--deep --near", where("-d", "--near"));
    assertEquals("--usual", where("--usual", "4"));
    assertEquals("--mixed --usual", where("--mixed", "--usual", "4", "x"));
    assertEquals("--mixed --one", where("--mixed", "--one"));
    assertEquals("", where("--usual", "4", "x"));
    assertEquals("", where("--usual", "4", "--one"));
    assertEquals("", where("x"));
    assertEquals("", where());
  }

  private static String where(String... words) {
    CommandLine line = new CommandLine(new Planted());
    CommandLine.ParseResult parsed = line.parseArgs(words);
    try {
      OptionRelations.check(parsed);
      return "";
    } catch (Problem problem) {
      return problem.where();
    }
  }

  /// Relations of a command that name what it does not have, or can never hold.
  private static Stream<String> wrong(CommandSpec command) {
    Set<String> names =
        command.args().stream()
            .flatMap(argument -> OptionRelations.names(argument).stream())
            .collect(Collectors.toSet());
    List<OptionRelations.Relation> all = OptionRelations.of(command);
    List<String> wrong = new ArrayList<>();
    for (OptionRelations.Relation relation : all) {
      String who = command.name() + " " + relation.argument() + ": ";
      relation.others().stream()
          .filter(other -> !names.contains(other) || other.equals(relation.argument()))
          .forEach(other -> wrong.add(who + other));
      if (relation.kind() == OptionRelations.Kind.NEEDS) {
        all.stream()
            .filter(each -> each.kind() == OptionRelations.Kind.EXCLUDES)
            .filter(each -> each.argument().equals(relation.argument()))
            .filter(each -> each.others().containsAll(relation.others()))
            .forEach(_ -> wrong.add(who + "needs and excludes " + relation.others().getFirst()));
      }
    }
    return wrong.stream();
  }

  private static List<CommandSpec> commands(CommandLine line) {
    List<CommandSpec> all = new ArrayList<>(List.of(line.getCommandSpec()));
    line.getSubcommands().values().forEach(below -> all.addAll(commands(below)));
    return all;
  }

  private static Console console() {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    return new Console(nowhere, nowhere, false);
  }
}
