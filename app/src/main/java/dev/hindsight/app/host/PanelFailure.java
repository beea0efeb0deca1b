package dev.hindsight.app.host;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.notices.Notice;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Stands where a panel failed: what happened, where, and what can be done. FX thread.
final class PanelFailure extends VBox {
  PanelFailure(
      String title,
      String where,
      Throwable failure,
      Consumer<Notice.Crash> saver,
      Runnable reopen) {
    Notice notice = Notice.of(failure);
    setId("panel.failure");
    getStyleClass().add("hs-failure");
    setAlignment(Pos.CENTER);
    Label headline = words(title + " stopped", Styles.TEXT_BOLD);
    headline.setGraphic(new FontIcon(Material2AL.ERROR_OUTLINE));
    getChildren().addAll(headline, words(where, Styles.TEXT_MUTED));
    switch (notice) {
      case Notice.Trouble trouble ->
          getChildren()
              .addAll(
                  words(trouble.where() + ": " + trouble.what(), Styles.TEXT),
                  words(trouble.remedy(), Styles.TEXT));
      case Notice.Crash crash ->
          getChildren()
              .addAll(
                  words(crash.headline(), Styles.TEXT),
                  words(
                      "Everything else still works. Please save the report and send it to us.",
                      Styles.TEXT));
      case Notice.Success _ -> {}
    }
    FlowPane buttons = new FlowPane(8, 8);
    buttons.setAlignment(Pos.CENTER);
    buttons.getChildren().addAll(buttons(notice, title + " stopped at " + where, saver, reopen));
    getChildren().add(buttons);
  }

  private static List<Button> buttons(
      Notice notice, String heading, Consumer<Notice.Crash> saver, Runnable reopen) {
    Button again = new Button("Reopen");
    again.setId("panel.reopen");
    again.setOnAction(_ -> reopen.run());
    Button copy = new Button("Copy");
    copy.setId("panel.copy");
    copy.setOnAction(_ -> {
      ClipboardContent content = new ClipboardContent();
      content.putString(heading + "\n" + notice.text());
      Clipboard.getSystemClipboard().setContent(content);
    });
    if (notice instanceof Notice.Crash crash) {
      Button save = new Button("Save report…");
      save.setId("panel.save");
      save.setOnAction(_ -> saver.accept(crash));
      return List.of(again, copy, save);
    }
    return List.of(again, copy);
  }

  private static Label words(String text, String style) {
    Label label = new Label(text);
    label.getStyleClass().add(style);
    label.setWrapText(true);
    label.setMinHeight(USE_PREF_SIZE);
    return label;
  }
}
