package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.foreign.LoggedBands;
import dev.hindsight.trainer.run.foreign.LoggedHistory;
import dev.hindsight.trainer.run.foreign.LoggedText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// What an imported run logged besides numbers: a list of tags, and of the chosen one its
/// histograms as bands over steps, or its texts by step. FX thread.
public final class LoggedPane extends BorderPane {
  private final WindowContext window;
  private final ObservableList<String> all = FXCollections.observableArrayList();
  private final FilteredList<String> filtered = new FilteredList<>(all);
  private final ListView<String> tags = new ListView<>(filtered);
  private final ProblemLine message = new ProblemLine();
  private final BandPicture picture = new BandPicture("logged.bands");
  private LoggedHistory history = new LoggedHistory(Map.of(), Map.of());

  /// Reads the history in the background.
  ///
  /// @param tab names the folder of the run
  public LoggedPane(WindowContext window, FileTab tab) {
    this.window = window;
    setId("logged");
    getStyleClass().add("hs-draft");
    message.setId("logged.message");
    message.check(() -> wording("LoggedPane.reading"));
    TextField filter = new TextField();
    filter.setId("logged.filter");
    filter.setPromptText(wording("LoggedPane.filter"));
    filter.setAccessibleText(wording("LoggedPane.filter"));
    filter.textProperty().subscribe(this::filter);
    tags.setId("logged.tags");
    tags.setAccessibleText(wording("LoggedPane.tags"));
    tags.getStyleClass().add(Styles.DENSE);
    tags.getSelectionModel().selectedItemProperty().subscribe(this::choose);
    VBox.setVgrow(tags, Priority.ALWAYS);
    VBox left = new VBox(8, filter, tags);
    left.getStyleClass().add("hs-form-narrow");
    setLeft(left);
    setCenter(boxed(message));
    Path folder = tab.file();
    window
        .background()
        .startCancellable(
            wording("LoggedPane.reading"),
            (_, _) -> LoggedHistory.read(folder),
            this::show,
            this::fail);
  }

  private static Node boxed(Node content) {
    VBox box = new VBox(8, content);
    VBox.setVgrow(content, Priority.ALWAYS);
    box.getStyleClass().add("hs-knobs");
    return box;
  }

  private void filter(String typed) {
    List<String> words = List.of(typed.toLowerCase(Locale.ROOT).strip().split("\\s+", -1));
    filtered.setPredicate(tag -> {
      String name = tag.toLowerCase(Locale.ROOT);
      return words.stream().allMatch(name::contains);
    });
  }

  private void fail(Throwable failure) {
    if (failure instanceof Problem problem) {
      message.check(() -> {
        throw problem;
      });
    } else {
      window.raiseNotice(Notice.of(failure));
    }
  }

  private void show(LoggedHistory read) {
    history = read;
    if (read.empty()) {
      message.check(() -> wording("LoggedPane.it_logged_none"));
      return;
    }
    all.setAll(
        Stream.concat(read.histograms().keySet().stream(), read.texts().keySet().stream())
            .distinct()
            .toList());
    tags.getSelectionModel().select(0);
  }

  private void choose(@Nullable String tag) {
    if (tag == null) {
      return;
    }
    List<LoggedBands> bands = history.histograms().getOrDefault(tag, List.of());
    List<LoggedText> texts = history.texts().getOrDefault(tag, List.of());
    VBox box = new VBox(8, title(tag));
    box.getStyleClass().add("hs-knobs");
    if (!bands.isEmpty()) {
      picture.show(bands);
      VBox.setVgrow(picture, Priority.ALWAYS);
      Label words = new Label(wording("LoggedPane.what_the_bands_are", bands.size()));
      words.setWrapText(true);
      words.setMinHeight(USE_PREF_SIZE);
      words.getStyleClass().add(Styles.TEXT_MUTED);
      box.getChildren().addAll(picture, words);
    }
    if (!texts.isEmpty()) {
      ListView<LoggedText> list = new ListView<>(FXCollections.observableArrayList(texts));
      list.setId("logged.texts");
      list.setAccessibleText(wording("LoggedPane.texts_of", tag));
      list.setCellFactory(_ -> new TextCell(list));
      VBox.setVgrow(list, Priority.ALWAYS);
      box.getChildren().add(list);
    }
    setCenter(box);
  }

  private static Label title(String tag) {
    Label title = new Label(tag);
    title.setId("logged.title");
    title.getStyleClass().add(Styles.TITLE_4);
    return title;
  }

  /// A text below its step.
  private static final class TextCell extends ListCell<LoggedText> {
    private final Label step = new Label();
    private final Label words = new Label();
    private final VBox box = new VBox(2, step, words);

    TextCell(ListView<LoggedText> list) {
      step.getStyleClass().add(Styles.TEXT_MUTED);
      words.setWrapText(true);
      words.setMinHeight(USE_PREF_SIZE);
      // A cell is as wide as the list, not as its longest line.
      prefWidthProperty().bind(list.widthProperty().subtract(24));
      words.maxWidthProperty().bind(list.widthProperty().subtract(48));
    }

    @Override
    protected void updateItem(@Nullable LoggedText text, boolean empty) {
      super.updateItem(text, empty);
      setText(null);
      if (empty || text == null) {
        setGraphic(null);
        return;
      }
      step.setText(wording("LoggedPane.step", Long.toString(text.step())));
      words.setText(text.text());
      setGraphic(box);
    }
  }
}
