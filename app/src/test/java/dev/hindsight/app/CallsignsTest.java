package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// If a recording has callsigns, no pane names an aircraft by its number alone.
class CallsignsTest {
  private static final Pattern NUMBERED = Pattern.compile("(?i)\\bagent (\\d+)\\b");

  @TempDir private Path home;

  @Test
  void noPaneAndNoMenuSaysAgentAndANumberAlone() throws Exception {
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(record(home.resolve("sky.rollout")));
      window.settle();
      prepare(window, document);
      Set<String> found = new LinkedHashSet<>();
      int named = 0;
      for (PaneKinds.Kind kind : PaneKinds.ALL) {
        if (PaneKinds.missing(kind.id(), document.rollout().manifest()).isEmpty()) {
          show(window, document, kind.id());
          List<String> words = words(window);
          named += (int) words.stream().filter(text -> text.contains("agent 1 AC001")).count();
          words.stream()
              .filter(CallsignsTest::nameless)
              .forEach(text -> found.add(kind.title() + ": " + text));
        }
      }
      assertEquals(Set.of(), found);
      assertTrue(named > 8, "only " + named + " places name the selected aircraft");
    }
  }

  @Test
  void aChangeThatCannotBeMadeIsToldWithTheNameOfTheAircraft() throws Exception {
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(record(home.resolve("sky.rollout")));
      BranchController branchController =
          window.onFx(() -> {
            BranchController opened = BranchController.of(document, window.context());
            opened.read();
            opened.suggest(new Edit.Pose(3, 1, 1e9f, 0, 0));
            return opened;
          });
      window.until(() -> branchController.state().branches().isPresent());
      window.settle();
      window.onFx(() -> {
        branchController.runOn();
        return true;
      });
      window.settle();
      List<Notice> told = window.onFx(() -> window.context().notices().state().open());

      assertTrue(
          told.stream()
              .anyMatch(one ->
                  one instanceof Notice.Trouble trouble && trouble.where().equals("agent 1 AC001")),
          told::toString);
    }
  }

  @Test
  void whatHasNoNameIsFound() {
    assertTrue(nameless("collision, agent 1"));
    assertTrue(nameless("Agent 1 and agent 2 AC002"));
    assertTrue(!nameless("agent 1 AC001 never collides"));
    assertTrue(!nameless("AC001 · agent 1 · FL330"));
  }

  private static boolean nameless(String text) {
    Matcher numbered = NUMBERED.matcher(text);
    while (numbered.find()) {
      if (!text.contains(String.format("AC%03d", Integer.parseInt(numbered.group(1))))) {
        return true;
      }
    }
    return false;
  }

  private static Path record(Path file) {
    return new RecordingPlan(
            "airspace",
            Optional.empty(),
            Optional.of("airspace-50"),
            Optional.of(12),
            "argmax",
            0,
            Map.of("aircraft", "8", "radius", "22.6"),
            file)
        .run(Progress.SILENT, new Cancellation())
        .file();
  }

  /// Adds a bookmark, breakpoints, all kinds of suggested facts, and a proposed edit.
  private static void prepare(WindowUnderTest window, Document document) throws Exception {
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(1));
      for (EventKind kind : List.of(EventKind.CONFLICT, EventKind.GOAL)) {
        window
            .context()
            .breakpoints(document)
            .book()
            .send(new BreakpointCommand.Add(PresetBreakpoint.of(kind)));
      }
      return true;
    });
    run(window, "bookmark.toggle");
    window.settle();
  }

  private static void run(WindowUnderTest window, String command) throws Exception {
    window.onFx(() -> {
      var commands = ((Shell) window.stage().getScene().getRoot()).commands();
      commands.run(commands.named(command));
      return true;
    });
    window.settle();
  }

  private static void show(WindowUnderTest window, Document document, String kind)
      throws Exception {
    window.onFx(() -> {
      document
          .layout()
          .send(new LayoutCommand.Arrange(Optional.of(LayoutNode.Tabs.of(PaneId.of(kind)))));
      return true;
    });
    window.settle();
    switch (kind) {
      case PaneKinds.FACTS -> keepOffered(window);
      case PaneKinds.BRANCHES -> propose(window);
      default -> {}
    }
    window.settle();
  }

  /// Saves all suggested facts.
  private static void keepOffered(WindowUnderTest window) throws Exception {
    MenuButton offers = window.find("facts.keep", MenuButton.class);
    window.onFx(() -> {
      offers.show();
      List.copyOf(offers.getItems()).forEach(MenuItem::fire);
      offers.hide();
      return true;
    });
    window.settle();
  }

  private static void propose(WindowUnderTest window) throws Exception {
    window.onFx(() -> {
      window.find("branch.off", javafx.scene.control.Button.class).fire();
      return true;
    });
    window.settle();
  }

  /// All texts of the window: labels, text fields, names for screen readers, tooltips, menus.
  private static List<String> words(WindowUnderTest window) {
    return window.onFx(() -> {
      List<String> words = new ArrayList<>();
      gather(window.stage().getScene().getRoot(), words);
      return words;
    });
  }

  private static void gather(Node node, List<String> words) {
    add(node.getAccessibleText(), words);
    switch (node) {
      case Labeled label -> {
        add(label.getText(), words);
        tip(label.getTooltip(), words);
      }
      case Text text -> add(text.getText(), words);
      default -> {}
    }
    if (node instanceof MenuButton menu) {
      menu.getItems().forEach(item -> add(item.getText(), words));
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> gather(child, words));
    }
  }

  private static void tip(@org.jspecify.annotations.Nullable Tooltip tip, List<String> words) {
    if (tip != null) {
      add(tip.getText(), words);
    }
  }

  private static void add(@org.jspecify.annotations.Nullable String text, List<String> words) {
    if (text != null) {
      words.add(text);
    }
  }
}
