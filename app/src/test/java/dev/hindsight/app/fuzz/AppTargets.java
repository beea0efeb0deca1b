package dev.hindsight.app.fuzz;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.LayoutStore;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.evaluation.EvaluationFile;
import dev.hindsight.app.link.MomentLink;
import dev.hindsight.app.session.Session;
import dev.hindsight.app.session.SessionFile;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.PreferencesFile;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BreakpointStore;
import dev.hindsight.inspector.fact.FactFile;
import dev.hindsight.trainer.fault.FuzzScratch;
import dev.hindsight.trainer.fault.FuzzTarget;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The list of all readers of the window and of the command line.
final class AppTargets {
  private static final String BOOKMARKS =
      """
      {"format": "hindsight-bookmarks", "version": 1, "rollout": "x.rollout", "bookmarks": [
        {"episode": 0, "trial": 1, "tick": 3, "agent": 0, "ticks": 2, "name": "a", "note": "here", "mark": "red"}]}
      """;
  private static final String BREAKPOINTS =
      """
      {"format": "hindsight-breakpoints", "version": 1, "breakpoints": [
        {"name": "a", "condition": "reward > 0", "mark": "red", "when": "begins", "on": true}]}
      """;
  private static final String FACTS =
      """
      {"format": "hindsight-facts", "version": 1, "facts": [
        {"name": "no crash", "never": "reward < 0", "agent": 0}, {"name": "two", "trial": 2, "meanScoreAtLeast": 0.5}]}
      """;
  private static final String SESSION =
      """
      {"session": 1, "active": 0, "recordings": [
        {"file": "/tmp/x.rollout", "tick": 4, "agent": 0, "beside": null}]}
      """;
  private static final String WINDOW =
      """
      {"theme": "DARK", "window": {"width": 1280, "height": 800}, "recent": ["/tmp/x.rollout"],
        "fontPercent": 100, "atStart": "NOTHING"}
      """;
  private static final String EVALUATION =
      """
      {"environment": "darkroom", "checkpoint": "p", "checkpointSha256": "", "wipeMemory": false, "actions": "sample",
        "seed": 0, "settings": {"size": "5"}, "agentSteps": 20, "environmentSteps": 20, "seconds": 1.5,
        "results": [{"seed": 1, "trials": [{"score": 1, "return": 2.5, "length": 7, "goal": 1}], "totals": {"x": 1}}]}
      """;

  /// How the report of an unexpected failure begins.
  private static final String BUG = "hindsight: a bug in Hindsight";

  /// All.
  static final List<FuzzTarget> ALL =
      List.of(
          FuzzTarget.ofText(
              "layout",
              text -> LayoutStore.text(LayoutStore.parse(text, "test")),
              LayoutStore.text(LayoutPreset.INSPECT.layout(WindowSizeClass.of(1280, 800, 100))),
              LayoutStore.text(LayoutPreset.COMPARE.layout(WindowSizeClass.of(1000, 700, 100)))),
          FuzzTarget.ofTextFile(
              "session",
              "session.json",
              file -> {
                Session _ = SessionFile.in(folder(file)).read();
              },
              SESSION),
          FuzzTarget.ofTextFile(
              "window",
              "window.json",
              file -> {
                Preferences _ = new PreferencesFile(folder(file)).read();
              },
              WINDOW),
          FuzzTarget.ofTextFile(
              "bookmarks",
              "x.rollout.bookmarks.json",
              file -> {
                List<Bookmark> _ = new BookmarkFile(file.resolveSibling("x.rollout")).read();
              },
              BOOKMARKS),
          FuzzTarget.ofTextFile(
              "breakpoints",
              "drive.json",
              file -> {
                List<Breakpoint> _ = new BreakpointStore(folder(file)).read("drive");
              },
              BREAKPOINTS),
          FuzzTarget.ofTextFile(
              "facts",
              "facts.json",
              file -> new FactFile(file).read().forEach(fact -> Objects.requireNonNull(fact)),
              FACTS),
          FuzzTarget.ofTextFile(
              "evaluation",
              "evaluation.json",
              file -> EvaluationFile.read(file).forEach(one -> Objects.requireNonNull(one)),
              EVALUATION),
          FuzzTarget.ofText(
              "link",
              AppTargets::link,
              "hindsight open room.rollout --at 1:5 --agent 0 --layout Inspect",
              "hindsight open 'a b.rollout' --at 1:1:3",
              "hindsight open \"x.rollout\""));

  /// Those that run whole commands, too slow for ordinary tests.
  static final List<FuzzTarget> SLOW =
      List.of(
          FuzzTarget.ofText(
              "commandValue",
              AppTargets::values,
              "find\n--when\nreward > 0\n--agent\n0",
              "info\n--json",
              "find\n--when\nscore > 0.5 && trial == 2\n--first\n--json"));

  /// Both.
  static final List<FuzzTarget> GUIDED = Stream.of(ALL, SLOW).flatMap(List::stream).toList();

  private AppTargets() {}

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  private static Path room() throws IOException {
    Path held = FuzzScratch.held().resolve("room");
    Path file = held.resolve("darkroom.rollout");
    if (Files.exists(file)) {
      return file;
    }
    return SampleRecordings.darkRoom(Files.createDirectories(held), Map.of(), 12);
  }

  private static void link(String text) throws IOException {
    MomentLink link = MomentLink.parse(text);
    MomentLink _ = MomentLink.parse(link.text());
    try (Rollout rollout = Rollouts.open(room())) {
      var _ = link.tick(rollout);
    }
  }

  /// A command that writes nothing, on a recording, with some options, one on each line: it ends
  /// with an exit code and prints no stack.
  private static void values(String text) throws IOException {
    List<String> words = List.of(text.split("\n", -1));
    if (!List.of("find", "info").contains(words.getFirst())) {
      return;
    }
    List<String> line = new ArrayList<>(List.of(words.getFirst(), room().toString()));
    line.addAll(words.subList(1, words.size()));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    // At the beginning of a line: messages quote what was typed, and the fuzzer types what it
    // reads.
    if (run.err().lines().anyMatch(said -> said.startsWith(BUG) || said.startsWith("\tat "))) {
      throw new AssertionError(line + " says " + run.err());
    }
  }
}
