package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.live.WordsConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// The row above the lanes: controls for the cursor on the left, for events, bookmarks and lanes on
/// the right, and search messages between them. FX thread.
///
/// If the row is too short, it leaves out controls that have a key or exist elsewhere, in the order
/// of [#dispensable], and makes the choice of events narrower before it leaves out the last of
/// them; only if the rest is still too wide does it take a second row.
final class TimelineBar extends Region implements ToolRow {
  /// How many controls on the left are left out before any on the right.
  private static final int AFTER = 6;

  private final TransportBar transport;
  private final HBox seek = new HBox();
  private final ComboBox<Landmark> kind = new ComboBox<>();
  private final ToggleButton anyone;
  private final Label searchResult = new Label();
  private final MenuButton lanes;
  private final List<List<Node>> dispensable;
  private boolean single = true;

  /// The width of the lanes button without its word, and the text size it was measured at.
  private double lanesIcon;

  private double measuredAt;

  TimelineBar(
      TransportBar transport,
      Store<EventSeekState, EventSeekCommand> search,
      CommandSet commands,
      MenuButton lanes) {
    this.transport = transport;
    this.lanes = lanes;
    setId("timeline.bar");
    seek.getStyleClass().add("hs-transport");
    seek.setAlignment(Pos.CENTER_LEFT);
    kind.setId("event.kind");
    kind.setConverter(new WordsConverter<>(Landmark::title));
    kind.getItems().setAll(search.state().offered());
    kind.setAccessibleText(wording("TimelineBar.kind_of_event"));
    Tooltips.on(kind, wording("TimelineBar.event_to_search_for_k_shift"));
    kind.getStyleClass().add("hs-event-kind");
    kind.valueProperty()
        .addListener((_, _, chosen) -> search.send(new EventSeekCommand.Choose(chosen)));
    anyone = CommandControls.toggle(commands, "event.anyone");
    anyone.getStyleClass().addAll("button-icon");
    searchResult.setId("seekTold");
    searchResult.getStyleClass().add("text-muted");
    searchResult.setAlignment(Pos.CENTER_RIGHT);
    Button bookmark = CommandControls.iconButton(commands, "bookmark.toggle");
    seek.getChildren()
        .addAll(
            CommandControls.iconButton(commands, "event.previous"),
            kind,
            CommandControls.iconButton(commands, "event.next"),
            anyone,
            bookmark,
            lanes);
    // Only the choice of events becomes narrower than it wants to be.
    List.of(seek.getChildren().getFirst(), seek.getChildren().get(2), anyone, bookmark)
        .forEach(button -> ((Region) button).setMinWidth(USE_PREF_SIZE));
    dispensable = new ArrayList<>(transport.dispensable());
    dispensable.add(AFTER, List.of(anyone));
    dispensable.add(List.of(bookmark));
    dispensable.add(transport.steps());
    getChildren().addAll(transport, searchResult, seek);
    setMinWidth(0);
    search.watch(this::show);
  }

  private void show(EventSeekState state) {
    kind.setValue(state.chosen());
    anyone.setSelected(state.who() == EventSeekState.AgentScope.ANYONE);
    searchResult.setText(state.result());
    Tooltips.on(searchResult, state.result());
    requestLayout();
  }

  @Override
  public Region node() {
    return this;
  }

  /// Without anything that can be left out, and with the narrowest choice of events.
  @Override
  public double leastWidth() {
    return width(transport, this::leastWidth) + width(seek, this::leastWidth);
  }

  /// The least width of a control; 0 if it can be left out.
  private double leastWidth(Node part) {
    return optional(part)
        ? 0
        : part.equals(kind)
            ? kind.minWidth(-1)
            : part.equals(lanes) ? lanesIcon() : preferredWidth(part);
  }

  /// Every layout asks this of every control.
  private boolean optional(Node part) {
    for (List<Node> parts : dispensable) {
      if (parts.contains(part)) {
        return true;
      }
    }
    return false;
  }

  /// Measured once per text size, since measuring changes the button.
  private double lanesIcon() {
    if (measuredAt != lanes.getFont().getSize()) {
      ContentDisplay shown = lanes.getContentDisplay();
      lanes.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
      lanesIcon = lanes.prefWidth(-1);
      lanes.setContentDisplay(shown);
      measuredAt = lanes.getFont().getSize();
    }
    return lanesIcon;
  }

  @Override
  protected double computePrefWidth(double height) {
    return widest()
        + (searchResult.getText().isEmpty() ? 0 : snapSizeX(searchResult.prefWidth(-1)));
  }

  /// With everything except the search message.
  private double widest() {
    return width(transport, TimelineBar::preferredWidth) + width(seek, TimelineBar::preferredWidth);
  }

  private static double preferredWidth(Node part) {
    return Math.min(part.prefWidth(-1), part.maxWidth(-1));
  }

  /// The width of a row of controls.
  ///
  /// @param each gives the width of a control; 0 leaves it out
  private static double width(HBox box, ToDoubleFunction<Node> each) {
    double gap = box.snapSpaceX(box.getSpacing());
    double taken = box.snappedLeftInset() + box.snappedRightInset() - gap;
    for (Node part : box.getChildren()) {
      double wide = each.applyAsDouble(part);
      taken += wide > 0 ? box.snapSizeX(wide) + gap : 0;
    }
    return taken;
  }

  /// Leaves out controls that do not fit.
  @Override
  public void fit(double room) {
    oneRow(room);
    if (!single) {
      showAll();
      for (List<Node> parts : transport.dispensable()) {
        if (transport.prefWidth(-1) > room) {
          parts.forEach(part -> leave(part, false));
        }
      }
    }
  }

  private void showAll() {
    lanes.setContentDisplay(ContentDisplay.LEFT);
    dispensable.forEach(parts -> parts.forEach(part -> leave(part, true)));
  }

  private void oneRow(double room) {
    double words = searchResult.getText().isEmpty() ? 0 : snapSizeX(searchResult.prefWidth(-1));
    showAll();
    for (int next = 0; next <= dispensable.size(); next++) {
      single = transport.prefWidth(-1) + words + seek.prefWidth(-1) <= room;
      if (single) {
        break;
      }
      if (next == AFTER) {
        lanes.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
      }
      if (next >= dispensable.size() - 1) {
        single = transport.prefWidth(-1) + seek.minWidth(-1) <= room;
        if (single) {
          break;
        }
      }
      if (next < dispensable.size()) {
        dispensable.get(next).forEach(part -> leave(part, false));
      }
    }
  }

  private static void leave(Node part, boolean shown) {
    part.setVisible(shown);
    part.setManaged(shown);
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected double computePrefHeight(double width) {
    double left = transport.prefHeight(-1);
    double right = seek.prefHeight(-1);
    boolean one = width < 0 ? single : leastWidth() <= width;
    return one ? Math.max(left, right) : left + right;
  }

  @Override
  protected void layoutChildren() {
    double left = Math.min(getWidth(), snapSizeX(transport.prefWidth(-1)));
    double room = single ? getWidth() - left : getWidth();
    double right = Math.min(room, snapSizeX(seek.prefWidth(-1)));
    double first = single ? getHeight() : transport.prefHeight(-1);
    transport.resizeRelocate(0, 0, left, first);
    if (single) {
      searchResult.resizeRelocate(left, 0, getWidth() - left - right, first);
      seek.resizeRelocate(getWidth() - right, 0, right, first);
    } else {
      double second = seek.prefHeight(-1);
      seek.resizeRelocate(0, first, right, second);
      searchResult.resizeRelocate(right, first, Math.max(0, getWidth() - right), second);
    }
  }
}
