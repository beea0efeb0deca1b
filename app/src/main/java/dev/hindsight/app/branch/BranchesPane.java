package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.branch.BranchState.RewindReadiness;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows the pending edits, the button to run on, and the tree of branches. FX thread.
public final class BranchesPane extends VBox {
  private final BranchController branchController;
  private final Document document;
  private final BranchTree tree;
  private final TextField title = new TextField();
  private final Button rename = new Button(wording("BranchesPane.rename"));
  private final Button delete = new Button(wording("BranchesPane.delete"));
  private final Button open = new Button(wording("BranchesPane.open"));
  private final Button beside = new Button(wording("BranchesPane.compare"));
  private final Button up = new Button(wording("BranchesPane.up"));
  private final Label standing = new Label();
  private final Label replay = new Label();
  private final PendingEditList pending;
  private final Button run = new Button();
  private final EditForm form;
  private String filled = "";
  private final List<Runnable> watches;

  /// The pane of a recording.
  public BranchesPane(Document document, WindowContext window) {
    this.document = document;
    this.branchController = BranchController.of(document, window);
    Manifest manifest = document.rollout().manifest();
    AgentNames names = AgentNames.of(document.rollout());
    setId("branches");
    getStyleClass().add("hs-panel");
    tree = new BranchTree(manifest, names, this::open);
    pending = new PendingEditList(branchController, manifest, names);
    tree.getStyleClass().add("hs-rows");
    tree.setPrefHeight(150);
    VBox.setVgrow(tree, Priority.ALWAYS);
    ProblemLine message = new ProblemLine();
    message.setId("branch.message");
    form = new EditForm(manifest, document::moment, branchController::propose, message, window);
    VBox all =
        new VBox(
            6,
            tree,
            buttons(),
            heading(wording("BranchesPane.change_at_the_cursor")),
            form.node(),
            message,
            checks());
    VBox.setVgrow(all, Priority.ALWAYS);
    getChildren().addAll(new VBox(4, pending, running()), all);
    RowMenu.on(tree)
        .button(wording("BranchesPane.open"), open)
        .button(wording("BranchesPane.compare_with_its_parent"), beside)
        .item("Rename", () -> tree.chosen().isPresent(), title::requestFocus)
        .button(wording("BranchesPane.delete_it_and_its_branches"), delete);
    tree.getSelectionModel().selectedItemProperty().subscribe(_ -> fill());
    watches =
        List.of(
            branchController.watch(this::show),
            document.timeline().watch(_ -> follow()),
            document.view().watch(_ -> follow()));
  }

  /// Whether there are no branches yet.
  public boolean empty() {
    return tree.getExpandedItemCount() <= 1;
  }

  /// Stops following the recording.
  public void close() {
    watches.forEach(Runnable::run);
  }

  private void follow() {
    form.show(document.moment());
    run.setText(
        branchController.state().pending().isEmpty()
            ? wording("BranchesPane.run_on_from_tick_unchanged", document.timeline().state().tick())
            : wording(
                "BranchesPane.run_on_from_tick",
                branchController.state().pending().stream().mapToInt(Edit::tick).min().orElse(0)));
  }

  private static Label heading(String words) {
    Label label = new Label(words);
    label.getStyleClass().add(Styles.TEXT_BOLD);
    return label;
  }

  private FlowPane buttons() {
    title.setId("branch.title");
    title.setPromptText(wording("BranchesPane.title"));
    title.setAccessibleText(wording("BranchesPane.title_of_the_branch"));
    title.setPrefColumnCount(14);
    title.setOnAction(_ -> onChosen(branch -> branchController.rename(branch, title.getText())));
    button(
        open,
        "branch.open",
        wording("BranchesPane.open_the_selected_branch_enter"),
        Material2MZ.OPEN_IN_NEW);
    open.setOnAction(_ -> open(tree.chosen()));
    button(
        beside,
        "branch.compare",
        wording("BranchesPane.compare_it_with_its_parent_under"),
        Material2AL.COMPARE);
    beside.setOnAction(_ -> onChosen(branchController::compare));
    button(rename, "branch.rename", wording("BranchesPane.rename_the_branch"), Material2AL.EDIT);
    rename.setOnAction(_ -> onChosen(branch -> branchController.rename(branch, title.getText())));
    button(
        delete,
        "branch.delete",
        wording("BranchesPane.delete_it_and_its_branches"),
        Material2AL.DELETE);
    delete.setOnAction(_ -> onChosen(branchController::delete));
    button(
        up,
        "branch.up",
        wording("BranchesPane.open_the_parent_of_this_branch"),
        Material2AL.ARROW_UPWARD);
    up.setOnAction(_ -> branchController.up());
    return new FlowPane(6, 6, open, beside, up, title, rename, delete);
  }

  private static void button(Button button, String id, String tip, Ikon icon) {
    button.setId(id);
    Tooltips.on(button, tip);
    button.setGraphic(new FontIcon(icon));
    button.setMinWidth(USE_PREF_SIZE);
  }

  private VBox checks() {
    Button again = new Button(wording("BranchesPane.check_replay"));
    button(
        again,
        "branch.replay",
        wording("BranchesPane.simulate_it_again_and_compare_bit"),
        Material2MZ.REPLAY);
    again.setOnAction(_ -> branchController.replay());
    for (Label label : List.of(standing, replay)) {
      label.setWrapText(true);
      label.setMinHeight(USE_PREF_SIZE);
      label.getStyleClass().add("text-muted");
    }
    standing.setId("branch.standing");
    replay.setId("branch.replayed");
    return new VBox(4, new HBox(6, again), replay, standing);
  }

  private HBox running() {
    run.setId("branch.run");
    run.setGraphic(new FontIcon(Material2AL.CALL_SPLIT));
    run.getStyleClass().add(Styles.ACCENT);
    run.setOnAction(_ -> branchController.runOn());
    return new HBox(6, run);
  }

  private void show(BranchState state) {
    state.branches().ifPresent(all -> tree.show(all, state.here()));
    up.setDisable(!branchController.branched());
    replay.setText(state.replay());
    replay.setManaged(!state.replay().isEmpty());
    standing.setText(words(state.standing()));
    standing.setManaged(!standing.getText().isEmpty());
    pending.show(state.pending());
    form.propose(state.pending());
    run.setDisable(state.branches().isEmpty());
    fill();
    follow();
  }

  private static String words(RewindReadiness rewindReadiness) {
    return switch (rewindReadiness) {
      case RewindReadiness.Unknown _ -> "";
      case RewindReadiness.UnderWay _ -> wording("BranchesPane.simulating_the_recording_so_that");
      case RewindReadiness.Ready ready -> ready.words();
      case RewindReadiness.Impossible no -> no.words();
    };
  }

  private void open(Optional<Branch> branch) {
    branch.ifPresentOrElse(branchController::open, branchController::openRecording);
  }

  private void fill() {
    Optional<Branch> chosen = tree.chosen();
    String now = chosen.map(branch -> branch.id() + ": " + branch.title()).orElse("");
    // Changes to the same branch do not overwrite what the user is typing.
    if (!now.equals(filled)) {
      filled = now;
      title.setText(chosen.map(Branch::title).orElse(""));
    }
    List.of(beside, title, rename, delete).forEach(input -> input.setDisable(chosen.isEmpty()));
  }

  private void onChosen(Consumer<Branch> then) {
    tree.chosen().ifPresent(then);
  }
}
