package dev.hindsight.app.branch;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOutcome;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// Shows the recording and its branches as a tree: where each leaves, what was changed, and its
/// scores. FX thread.
final class BranchTree extends TreeView<BranchTree.BranchNode> {
  private final Manifest manifest;
  private final AgentNames names;
  private Optional<String> here = Optional.empty();

  /// A row: the recording, or one of its branches.
  ///
  /// @param file of the recording
  /// @param branch empty for the recording itself
  record BranchNode(String file, Optional<Branch> branch) {}

  /// @param manifest for the names of actions
  /// @param names the names of agents
  /// @param opened receives the branch to open; empty for the recording
  BranchTree(Manifest manifest, AgentNames names, Consumer<Optional<Branch>> opened) {
    this.manifest = manifest;
    this.names = names;
    setId("branches.tree");
    setAccessibleText(wording("BranchTree.branches"));
    setCellFactory(_ -> new Cell());
    setOnMouseClicked(event -> {
      if (event.getClickCount() == 2) {
        chosenNode().ifPresent(branchNode -> opened.accept(branchNode.branch()));
      }
    });
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            chosenNode().ifPresent(branchNode -> opened.accept(branchNode.branch()));
          }
        });
  }

  /// The selected branch.
  Optional<Branch> chosen() {
    return chosenNode().flatMap(BranchNode::branch);
  }

  private Optional<BranchNode> chosenNode() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem()).map(TreeItem::getValue);
  }

  /// Shows the branches, keeping the selection.
  void show(Branches all, Optional<String> open) {
    here = open;
    Optional<String> before = chosen().map(Branch::id);
    TreeItem<BranchNode> root =
        new TreeItem<>(new BranchNode(all.origin().file(), Optional.empty()));
    add(root, all, Optional.empty());
    root.setExpanded(true);
    setRoot(root);
    before.or(() -> open).ifPresent(id -> choose(root, id));
    refresh();
  }

  private static void add(TreeItem<BranchNode> under, Branches all, Optional<String> parent) {
    for (Branch branch : all.from(parent)) {
      TreeItem<BranchNode> item =
          new TreeItem<>(new BranchNode(all.origin().file(), Optional.of(branch)));
      item.setExpanded(true);
      under.getChildren().add(item);
      add(item, all, Optional.of(branch.id()));
    }
  }

  private void choose(TreeItem<BranchNode> item, String id) {
    if (item.getValue().branch().map(Branch::id).equals(Optional.of(id))) {
      getSelectionModel().select(item);
    }
    item.getChildren().forEach(child -> choose(child, id));
  }

  private final class Cell extends TreeCell<BranchNode> {
    /// As wide as the tree, which scrolls only vertically: long names are truncated.
    Cell() {
      setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable BranchNode branchNode, boolean empty) {
      super.updateItem(branchNode, empty);
      if (empty || branchNode == null) {
        setGraphic(null);
        setAccessibleText("");
        return;
      }
      boolean open = branchNode.branch().map(Branch::id).equals(here);
      Label title =
          new Label(
              branchNode
                      .branch()
                      .map(branch ->
                          wording("BranchTree.tick", branch.id(), branch.tick(), branch.title()))
                      .orElse(branchNode.file())
                  + (open ? "  (open)" : ""));
      title.getStyleClass().add("text-bold");
      title.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      VBox words = new VBox(1, title);
      branchNode.branch().ifPresent(branch -> describe(branch, words));
      setGraphic(words);
      setAccessibleText(
          String.join(
              ", ", words.getChildren().stream().map(child -> ((Label) child).getText()).toList()));
    }

    private void describe(Branch branch, VBox words) {
      String changed = EditWords.of(branch.edits(), manifest, names);
      if (!changed.equals(branch.title())) {
        words.getChildren().add(muted(changed));
      }
      words
          .getChildren()
          .add(
              muted(
                  branch
                      .score()
                      .map(BranchOutcome::wordsWithWarning)
                      .orElse(wording("BranchTree.not_recorded_yet"))));
    }

    private static Label muted(String text) {
      Label label = new Label(text);
      label.getStyleClass().add("text-muted");
      return label;
    }
  }
}
