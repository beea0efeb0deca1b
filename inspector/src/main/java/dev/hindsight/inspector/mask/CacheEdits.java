package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.OptionalInt;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;

/// Takes moments out of the cache before the tick of the cursor is looked at: puts it on the list
/// of changes a branch begins with. FX thread.
final class CacheEdits extends FlowPane {
  private final PanelContext context;
  private final Label slot = new Label();
  private final Button close = new Button("Close slot");
  private final Button zero = new Button("Zero slot");
  private final Button wipe = new Button("Wipe cache");
  private final WordedChoiceBox<Whose> whose =
      new WordedChoiceBox<>("cache.whose", "Whose cache to change", Whose::words);
  private Moment moment;
  private int began;
  private OptionalInt chosen = OptionalInt.empty();

  private enum Whose {
    AGENT("of this agent"),
    ALL("of all agents");

    private final String words;

    Whose(String words) {
      this.words = words;
    }

    private String words() {
      return words;
    }
  }

  CacheEdits(PanelContext context) {
    super(6, 4);
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    button(close, "cache.close", "No query may attend to it, as if it had been limbo");
    button(zero, "cache.zero", "Queries may attend to it, but it holds only zeros");
    button(wipe, "cache.wipe", "The agent forgets everything, as at the end of an episode");
    close.setOnAction(_ -> erase(MemoryErasure.CLOSE));
    zero.setOnAction(_ -> erase(MemoryErasure.ZERO));
    wipe.setOnAction(_ -> context.propose(new Edit.Wipe(moment.tick(), agent())));
    whose.keep(List.of(Whose.values()), () -> {});
    slot.setId("cache.slot");
    slot.setMinHeight(USE_PREF_SIZE);
    getChildren().addAll(close, zero, wipe, whose, slot);
  }

  private static void button(Button button, String id, String does) {
    button.setId(id);
    button.setTooltip(new Tooltip(does + ": added to the list of changes for a branch"));
    button.setMinWidth(USE_PREF_SIZE);
  }

  /// Shows what the cache holds at another moment.
  ///
  /// @param first tick in slot 0
  void show(Moment next, int first) {
    moment = next;
    began = first;
    refresh();
  }

  /// Is about a slot.
  void choose(OptionalInt next) {
    chosen = next;
    refresh();
  }

  /// Closes the chosen slot, where it can be.
  void close() {
    if (!close.isDisabled()) {
      erase(MemoryErasure.CLOSE);
    }
  }

  private void refresh() {
    boolean there = moment.agent() != Moment.NO_AGENT;
    boolean before = chosen.isPresent() && began + chosen.getAsInt() < moment.tick();
    close.setDisable(!there || !before);
    zero.setDisable(close.isDisabled());
    wipe.setDisable(!there);
    slot.setText(
        chosen.isEmpty()
            ? "Choose a slot: click it, or ← and →."
            : "Slot "
                + chosen.getAsInt()
                + (before
                    ? ": " + TickWords.of(context.rollout().trials(), began + chosen.getAsInt())
                    : ": empty before this tick"));
  }

  private void erase(MemoryErasure how) {
    chosen.ifPresent(
        number -> context.propose(new Edit.Slot(moment.tick(), agent(), began + number, how)));
  }

  private int agent() {
    return whose.chosen().orElse(Whose.AGENT) == Whose.ALL ? Edit.ALL : moment.agent();
  }
}
