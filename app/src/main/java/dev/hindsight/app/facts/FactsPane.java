package dev.hindsight.app.facts;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactVerdict;
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

/// Lists the saved facts with their verdicts; one that fails opens at its tick. FX thread.
public final class FactsPane extends VBox {
  private final FactsController controller;
  private final Consumer<FactVerdict.Failure> go;
  private final ListView<FactsController.CheckedFact> list = new ListView<>();
  private final Runnable watch;

  /// @param offered facts about the current selection and cursor
  /// @param go moves the cursor to where a fact fails
  public FactsPane(
      FactsController controller, Supplier<List<Fact>> offered, Consumer<FactVerdict.Failure> go) {
    this.controller = controller;
    this.go = go;
    setId("facts");
    getStyleClass().add("hs-panel");
    list.setId("facts.list");
    list.setAccessibleText(wording("FactsPane.facts"));
    list.getStyleClass().add("hs-rows");
    list.setCellFactory(_ -> new FactCell());
    Label none = new Label(wording("FactsPane.no_facts_yet_press_the_button"));
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
    RowMenu.on(list)
        .item(wording("FactsPane.go_to_where_it_fails"), () -> failure().isPresent(), this::open)
        .item("Delete", () -> chosen().isPresent(), this::drop);
    MenuButton keep =
        new MenuButton(wording("FactsPane.save_as_a_fact"), new FontIcon(Material2AL.ADD));
    keep.setId("facts.keep");
    keep.getItems().setAll(items(offered));
    keep.addEventHandler(MenuButton.ON_SHOWING, _ -> keep.getItems().setAll(items(offered)));
    Button remove = new Button("", new FontIcon(Material2AL.DELETE));
    remove.setId("facts.remove");
    Tooltips.on(remove, wording("FactsPane.delete_the_fact_delete"));
    remove.setAccessibleText(wording("FactsPane.delete_the_fact"));
    remove.setOnAction(_ -> drop());
    getChildren().addAll(new FlowPane(6, 4, keep, remove), list);
    watch = controller.rows().watch(rows -> list.getItems().setAll(rows));
  }

  /// Whether there are no facts yet.
  public boolean empty() {
    return list.getItems().isEmpty();
  }

  /// Stops following the facts.
  public void close() {
    watch.run();
  }

  private List<MenuItem> items(Supplier<List<Fact>> offered) {
    return offered.get().stream().map(this::item).toList();
  }

  private MenuItem item(Fact fact) {
    MenuItem item = new MenuItem(fact.name());
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> controller.keep(fact));
    return item;
  }

  private Optional<FactsController.CheckedFact> chosen() {
    return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
  }

  private void drop() {
    chosen().ifPresent(checkedFact -> controller.drop(checkedFact.fact()));
  }

  private void open() {
    failure().ifPresent(go);
  }

  private Optional<FactVerdict.Failure> failure() {
    return chosen()
        .flatMap(FactsController.CheckedFact::verdict)
        .filter(FactVerdict.Fails.class::isInstance)
        .map(fails -> ((FactVerdict.Fails) fails).failures().getFirst());
  }

  /// Shows a fact and its verdict, as a sign and in words.
  private final class FactCell extends ListCell<FactsController.CheckedFact> {
    @Override
    protected void updateItem(FactsController.@Nullable CheckedFact checkedFact, boolean empty) {
      super.updateItem(checkedFact, empty);
      if (empty || checkedFact == null) {
        setGraphic(null);
        setAccessibleText("");
        return;
      }
      Label name = new Label(checkedFact.fact().name());
      name.getStyleClass().add("text-bold");
      name.setWrapText(true);
      Label result = new Label(words(checkedFact));
      result.setWrapText(true);
      setGraphic(new VBox(1, name, result));
      setAccessibleText(checkedFact.fact().name() + ": " + result.getText());
    }

    private String words(FactsController.CheckedFact checkedFact) {
      if (checkedFact.verdict().isEmpty()) {
        return "checking…";
      }
      return switch (checkedFact.verdict().get()) {
        case FactVerdict.Holds _ -> "✔ holds";
        case FactVerdict.Unknown unknown -> wording("FactsPane.cannot_be_checked", unknown.why());
        case FactVerdict.Fails fails -> {
          FactVerdict.Failure first = fails.failures().getFirst();
          String whose =
              first.agent() == Moment.NO_AGENT
                  ? ""
                  : ", " + controller.names().titled(first.agent());
          int more = fails.failures().size() - 1;
          yield wording(
              "FactsPane.fails_at_tick_enter_to_go",
              first.tick(),
              whose,
              more > 0 ? wording("FactsPane.and_more", more) : "");
        }
      };
    }
  }
}
