package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.PanelTrait;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A pane that shows nothing yet shows its question, and only then.
class EmptyPanesTest {
  /// Nothing is saved, marked or run in a recording that has just been opened.
  private static final Set<String> NOTHING_YET =
      Set.of(
          "audits",
          "bookmarks",
          "branches",
          "breakpoints",
          "differences",
          "facts",
          "moments",
          "opinion",
          "patch",
          "remember",
          "versions");

  @TempDir private Path folder;

  @Test
  void aPaneAsksItsQuestionWhileItIsEmpty() throws Exception {
    Sample sample = Samples.named("learned");
    Path recording = sample.in(folder).run(Progress.SILENT, new Cancellation());
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(recording);
      Map<String, String> alone = asked(window, document, Moment.NO_AGENT);
      Map<String, String> selected = asked(window, document, 0);

      Set<String> aboutOne =
          BuiltInPanels.ALL.stream()
              .filter(type -> type.traits().contains(PanelTrait.ABOUT_ONE_AGENT))
              .filter(type -> type.missing(document.rollout().manifest()).isEmpty())
              .map(PanelType::id)
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> either = new TreeSet<>(aboutOne);
      either.addAll(NOTHING_YET);
      assertEquals(either, alone.keySet());
      assertEquals(new TreeSet<>(NOTHING_YET), selected.keySet());
      for (Map.Entry<String, String> each : alone.entrySet()) {
        assertEquals(PaneKinds.named(each.getKey()).orElseThrow().help(), each.getValue());
      }
    }
  }

  /// The question of every open pane, by kind, with or without a selected agent.
  private static Map<String, String> asked(WindowUnderTest window, Document document, int agent)
      throws TimeoutException {
    Map<String, String> asked = new TreeMap<>();
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(agent));
      return true;
    });
    for (PaneKinds.Kind kind : PaneKinds.ALL) {
      if (kind.missing(document.rollout().manifest()).isEmpty()) {
        window.onFx(() -> {
          document.layout().send(new LayoutCommand.Open(PaneId.of(kind.id()), kind.home()));
          return true;
        });
        window.untilComplete();
        window.settle();
        for (String id : List.of("panel." + kind.id() + ".asks", kind.id() + ".asks")) {
          if (window.has(id)) {
            asked.put(kind.id(), window.onFx(() -> window.find(id, WrappedLabel.class).getText()));
          }
        }
      }
    }
    return asked;
  }
}
