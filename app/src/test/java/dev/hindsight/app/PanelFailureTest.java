package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.host.PanelHost;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.PlantedPanel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelSubject;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.MarkSubject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A panel that throws, beside one that does not.
class PanelFailureTest {
  private static final int FATAL = 5;

  @TempDir private Path folder;

  private final List<Integer> seen = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();

  @Test
  void aPanelThatThrowsIsPutInABoxAndTheOthersGoOn() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(file);
      List<PanelHost> hosts =
          window.onFx(() ->
              List.of(
                  host(window, PanelFailureTest::fail),
                  host(window, moment -> seen.add(moment.tick()))));
      HBox row = window.onFx(() -> new HBox(hosts.get(0).node(), hosts.get(1).node()));
      Scene _ = window.onFx(() -> new Scene(row));

      for (int tick : new int[] {1, FATAL, 7}) {
        window.onFx(() -> {
          document.timeline().send(new TimelineCommand.Seek(tick));
          hosts.forEach(PanelHost::stale);
          hosts.forEach(host -> host.frame(document.moment()));
          return tick;
        });
      }

      assertEquals(List.of(1, FATAL, 7), seen);
      Node box = window.onFx(() -> inside(hosts.getFirst()));
      assertEquals("panel.failure", box.getId());
      assertTrue(
          window.onFx(() ->
              box.lookupAll(".label").stream()
                  .map(label -> ((Label) label).getText())
                  .anyMatch("a.rollout, tick 5"::equals)));

      window.onFx(() -> {
        box.lookupAll(".button").stream()
            .map(Button.class::cast)
            .filter(button -> "panel.reopen".equals(button.getId()))
            .forEach(Button::fire);
        hosts.getFirst().frame(document.moment());
        return true;
      });
      assertFalse(window.onFx(() -> "panel.failure".equals(inside(hosts.getFirst()).getId())));
    }
  }

  /// It may hold networks and memory, and watch other things.
  @Test
  void aPanelThatFailedIsClosedOnceEvenIfThatFailsToo() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(file);
      List<String> calls = new ArrayList<>();
      PanelHost host = window.onFx(() -> host(window, closeable(calls)));
      window.onFx(() -> {
        Scene _ = new Scene(new StackPane(host.node()));
        host.frame(document.moment());
        return true;
      });
      assertEquals(List.of("shown", "closed"), calls);
      assertEquals("panel.failure", window.onFx(() -> inside(host).getId()));
      window.onFx(() -> {
        host.close();
        return true;
      });
      assertEquals(List.of("shown", "closed"), calls);
    }
  }

  @Test
  void whatAPanelHighlightsIsNotHighlightedAnyMoreWhenItIsClosed() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(file);
      PanelHost first = window.onFx(() -> host(window, _ -> {}));
      PanelHost second = window.onFx(() -> host(window, _ -> {}));
      window.onFx(() -> {
        first.point(Set.of(MarkSubject.agent(0)));
        second.point(Set.of(MarkSubject.agent(1)));
        first.close();
        assertEquals(Set.of(MarkSubject.agent(1)), document.pointed().state());
        second.close();
        assertEquals(Set.of(), document.pointed().state());
        return true;
      });
    }
  }

  private static PanelType closeable(List<String> calls) {
    return PanelType.of(
        "closeable",
        "Closeable",
        "Fails in everything.",
        PanelSubject.TICK,
        _ ->
            new Panel() {
              private final StackPane node = new StackPane();

              @Override
              public Node node() {
                return node;
              }

              @Override
              public void show(Moment moment) {
                calls.add("shown");
                throw new IllegalStateException("planted");
              }

              @Override
              public void close() {
                calls.add("closed");
                throw new IllegalStateException("planted, too");
              }
            });
  }

  @Test
  void whatTheUserAskedForMayFailWithoutEndingThePanel() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 20);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window.open(file);
      List<String> results = new ArrayList<>();
      PanelHost host = window.onFx(() -> host(window, _ -> {}));
      window.onFx(() -> {
        host.<String>attempt(
            "Saving",
            (_, _) -> {
              throw new Problem("the disk is full", "chart.csv", "free some space");
            },
            results::add);
        return true;
      });
      window.settle();
      assertEquals(List.of("the disk is full"), troubles);
      assertFalse(window.onFx(() -> "panel.failure".equals(inside(host).getId())));
      window.onFx(() -> {
        host.attempt("Saving", (_, _) -> "saved", results::add);
        return true;
      });
      window.settle();
      assertEquals(List.of("saved"), results);
    }
  }

  /// The content of a pane that may scroll.
  private static Node inside(PanelHost host) {
    Parent pane = (Parent) ((StackPane) host.node()).getChildren().getFirst();
    return pane.getChildrenUnmodifiable().getFirst();
  }

  private PanelHost host(WindowUnderTest window, Consumer<Moment> shown) {
    return host(window, PlantedPanel.type(shown));
  }

  private PanelHost host(WindowUnderTest window, PanelType type) {
    Document document = window.context().workspace().state().document().orElseThrow();
    return new PanelHost(
        type,
        document,
        window.context().background(),
        Theme.DARK,
        notice -> troubles.add(notice.headline()),
        _ -> {},
        _ -> {},
        _ -> {},
        window.context().dialogs());
  }

  private static void fail(Moment moment) {
    if (moment.tick() == FATAL) {
      throw new IllegalStateException("planted");
    }
  }
}
