package dev.hindsight.app.facts;

import dev.hindsight.app.fx.Tips;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.Verdict;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The kept facts with their verdicts; one that fails opens at its tick. FX thread.
public final class FactsPane extends VBox {
  private final FactsDesk desk;
  private final Consumer<Verdict.Failure> go;
  private final ListView<FactsDesk.Row> list = new ListView<>();
  private final Runnable watch;

  /// @param offered facts about what is selected and where the cursor is now
  /// @param go moves the cursor to where a fact fails
  public FactsPane(FactsDesk desk, Supplier<List<Fact>> offered, Consumer<Verdict.Failure> go) {
    this.desk = desk;
    this.go = go;
    setId("facts");
    list.setId("facts.list");
    list.setAccessibleText("Facts");
    list.getStyleClass().add("hs-rows");
    list.setCellFactory(_ -> new FactCell());
    Label none = new Label("No facts yet: keep one by the button above");
    none.setWrapText(true);
    list.setPlaceholder(none);
    list.setOnMouseClicked(event -> {
      if (event.getClickCount() == 2) {
        open();
      }
    });
    list.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            open();
          } else if (event.getCode() == KeyCode.DELETE) {
            drop();
          }
        });
    VBox.setVgrow(list, Priority.ALWAYS);
    MenuButton keep = new MenuButton("Keep a fact", new FontIcon(Material2AL.ADD));
    keep.setId("facts.keep");
    keep.getItems().setAll(items(offered));
    keep.addEventHandler(MenuButton.ON_SHOWING, _ -> keep.getItems().setAll(items(offered)));
    Button remove = new Button("", new FontIcon(Material2AL.DELETE));
    remove.setId("facts.remove");
    Tips.on(remove, "Keep the fact no longer (Delete)");
    remove.setAccessibleText("Keep the fact no longer");
    remove.setOnAction(_ -> drop());
    getChildren().addAll(new FlowPane(6, 4, keep, remove), list);
    watch = desk.rows().watch(rows -> list.getItems().setAll(rows));
  }

  /// Follows the facts no more.
  public void close() {
    watch.run();
  }

  private List<MenuItem> items(Supplier<List<Fact>> offered) {
    return offered.get().stream().map(this::item).toList();
  }

  private MenuItem item(Fact fact) {
    MenuItem item = new MenuItem(fact.name());
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> desk.keep(fact));
    return item;
  }

  private Optional<FactsDesk.Row> chosen() {
    return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
  }

  private void drop() {
    chosen().ifPresent(row -> desk.drop(row.fact()));
  }

  private void open() {
    chosen()
        .flatMap(FactsDesk.Row::verdict)
        .ifPresent(verdict -> {
          if (verdict instanceof Verdict.Fails fails) {
            go.accept(fails.failures().getFirst());
          }
        });
  }

  /// A fact and its verdict, told by a sign and words.
  private final class FactCell extends ListCell<FactsDesk.Row> {
    @Override
    protected void updateItem(FactsDesk.@Nullable Row row, boolean empty) {
      super.updateItem(row, empty);
      if (empty || row == null) {
        setGraphic(null);
        setAccessibleText("");
        return;
      }
      Label name = new Label(row.fact().name());
      name.getStyleClass().add("text-bold");
      name.setWrapText(true);
      Label told = new Label(words(row));
      told.setWrapText(true);
      setGraphic(new VBox(1, name, told));
      setAccessibleText(row.fact().name() + ": " + told.getText());
    }

    private String words(FactsDesk.Row row) {
      if (row.verdict().isEmpty()) {
        return "checking…";
      }
      return switch (row.verdict().get()) {
        case Verdict.Holds _ -> "✔ holds";
        case Verdict.Unknown unknown -> "? cannot be checked: " + unknown.why();
        case Verdict.Fails fails -> {
          Verdict.Failure first = fails.failures().getFirst();
          String whose =
              first.agent() == Moment.NO_AGENT ? "" : ", " + desk.names().titled(first.agent());
          int more = fails.failures().size() - 1;
          yield "✘ fails at tick "
              + first.tick()
              + whose
              + (more > 0 ? " and " + more + " more" : "")
              + " (Enter goes there)";
        }
      };
    }
  }
}
