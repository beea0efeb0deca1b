package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Lists the edits of the next branch, a row each: the change, for how many ticks if it is an
/// action, and a button to remove it. FX thread.
final class PendingEditList extends VBox {
  private static final int LONGEST = 1000;

  private final BranchController branchController;
  private final Manifest manifest;
  private final AgentNames names;
  private final List<Edit> shown = new ArrayList<>();
  private final List<Optional<Spinner<Integer>>> spinners = new ArrayList<>();

  PendingEditList(BranchController branchController, Manifest manifest, AgentNames names) {
    super(2);
    this.branchController = branchController;
    this.manifest = manifest;
    this.names = names;
    setId("branch.pending");
  }

  /// Shows the pending edits. Rows stay while only ticks change, so that the keyboard focus stays
  /// in a number field.
  void show(List<Edit> pending) {
    List<Edit> bare = pending.stream().map(PendingEditList::bare).toList();
    if (!bare.equals(shown)) {
      shown.clear();
      shown.addAll(bare);
      spinners.clear();
      getChildren().clear();
      for (int i = 0; i < bare.size(); i++) {
        getChildren().add(row(i, bare.get(i), HeldAction.of(pending.get(i))));
      }
    }
    for (int i = 0; i < bare.size(); i++) {
      int ticks = HeldAction.of(pending.get(i)).map(HeldAction::ticks).orElse(1);
      spinners.get(i).ifPresent(spinner -> spinner.getValueFactory().setValue(ticks));
    }
  }

  /// The same edit for one tick.
  private static Edit bare(Edit edit) {
    return HeldAction.of(edit).map(heldAction -> heldAction.withTicks(1)).orElse(edit);
  }

  private Node row(int index, Edit edit, Optional<HeldAction> held) {
    String text = wording("PendingEditList.tick", edit.tick(), EditWords.of(edit, manifest, names));
    Label words = new Label(text);
    words.setWrapText(true);
    words.setMinHeight(USE_PREF_SIZE);
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setMaxWidth(Double.MAX_VALUE);
    HBox row = new HBox(6, words);
    row.setAlignment(Pos.CENTER_LEFT);
    Optional<Spinner<Integer>> spinner = held.map(_ -> ticks(index, text));
    spinners.add(spinner);
    spinner.ifPresent(input -> row.getChildren().addAll(still("for"), input, still("ticks")));
    row.getChildren().add(away(index, text));
    return row;
  }

  private Spinner<Integer> ticks(int index, String text) {
    Spinner<Integer> spinner = holding("branch.pending.hold." + index, 1);
    spinner.getEditor().setAccessibleText(wording("PendingEditList.number_of_ticks", text));
    spinner.valueProperty().addListener((_, _, ticks) -> branchController.hold(index, ticks));
    return spinner;
  }

  /// A field for a number of ticks.
  static Spinner<Integer> holding(String id, int first) {
    Spinner<Integer> spinner = new WholeNumberSpinner(1, LONGEST, first);
    spinner.setId(id);
    spinner.setPrefWidth(78);
    spinner.setMinWidth(USE_PREF_SIZE);
    return spinner;
  }

  /// A label that is never truncated.
  static Label still(String word) {
    Label label = new Label(word);
    label.setMinWidth(USE_PREF_SIZE);
    return label;
  }

  private Button away(int index, String text) {
    Button away = new Button("", new FontIcon(Material2AL.CLOSE));
    away.getStyleClass().addAll(Styles.FLAT, Styles.SMALL);
    away.setAccessibleText(wording("PendingEditList.remove", text));
    away.setMinWidth(USE_PREF_SIZE);
    away.setOnAction(_ -> branchController.withdraw(index));
    return away;
  }
}
