package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.trainer.outcome.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2MZ;

/// Chooses the breakpoints that a run pauses at: those of its kind of environment, and presets. FX
/// thread.
final class BreakpointMenu extends MenuButton {
  /// The presets that apply during a run, besides those for its events.
  private static final List<PresetBreakpoint> READY =
      List.of(PresetBreakpoint.LIMBO, PresetBreakpoint.UNSURE, PresetBreakpoint.NAN);

  private final Consumer<List<String>> armed;
  private final Set<String> chosen = new LinkedHashSet<>();

  /// @param armed receives all armed conditions after every change
  BreakpointMenu(Consumer<List<String>> armed) {
    super(wording("BreakpointMenu.break_at"), new FontIcon(Material2MZ.PAN_TOOL));
    this.armed = armed;
    setId("training.breaks");
    setTooltip(new Tooltip(wording("BreakpointMenu.the_run_pauses_and_shows_the")));
    setMinWidth(Region.USE_PREF_SIZE);
  }

  /// Offers the user's breakpoints, besides the presets.
  ///
  /// @param events events that can happen in the run's environment
  void offer(List<Breakpoint> known, List<EventKind> events) {
    List<Breakpoint> all = new ArrayList<>(known);
    Stream.concat(
            events.stream().map(PresetBreakpoint::of),
            READY.stream().map(PresetBreakpoint::breakpoint))
        .filter(ready -> known.stream().noneMatch(own -> own.condition().equals(ready.condition())))
        .forEach(all::add);
    getItems().setAll(all.stream().map(this::item).toList());
    chosen.retainAll(all.stream().map(Breakpoint::condition).toList());
  }

  private CheckMenuItem item(Breakpoint breakpoint) {
    String title = breakpoint.title();
    String condition = breakpoint.condition();
    CheckMenuItem item =
        new CheckMenuItem(title.equals(condition) ? condition : title + "   " + condition);
    item.setMnemonicParsing(false);
    item.setId("training.break." + title);
    item.setSelected(chosen.contains(condition));
    item.setOnAction(_ -> {
      if (item.isSelected()) {
        chosen.add(condition);
      } else {
        chosen.remove(condition);
      }
      armed.accept(List.copyOf(chosen));
    });
    return item;
  }

  /// The armed conditions.
  List<String> armed() {
    return List.copyOf(chosen);
  }

  /// Another run is followed, where nothing is armed.
  void clear() {
    chosen.clear();
    getItems().forEach(item -> ((CheckMenuItem) item).setSelected(false));
  }
}
