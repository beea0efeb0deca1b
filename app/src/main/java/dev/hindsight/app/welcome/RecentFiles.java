package dev.hindsight.app.welcome;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.WindowContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The files opened last. One that is gone says so; each can be taken off the list. FX thread.
final class RecentFiles extends VBox {
  private static final int MOST = 5;

  private final WindowContext bench;
  private List<Path> shown = List.of();

  RecentFiles(WindowContext bench) {
    super(2);
    this.bench = bench;
    setId("recent");
    managedProperty().bind(visibleProperty());
    bench.preferences().watch(this::show);
  }

  private void show(Preferences preferences) {
    List<Path> files = preferences.recent().stream().limit(MOST).toList();
    setVisible(!files.isEmpty());
    if (!files.equals(shown)) {
      shown = files;
      show(files, Set.of());
      bench
          .background()
          .startHidden(
              "Looking for recent files",
              (_, _) -> missing(files),
              missing -> {
                if (!missing.isEmpty() && files.equals(shown)) {
                  show(files, missing);
                }
              });
    }
  }

  private static Set<Path> missing(List<Path> files) {
    return files.stream().filter(Files::notExists).collect(Collectors.toSet());
  }

  private void show(List<Path> files, Set<Path> missing) {
    getChildren().setAll(WelcomePane.heading("Recent"));
    files.forEach(file -> getChildren().add(row(file, missing.contains(file))));
  }

  private Node row(Path file, boolean missing) {
    String name = String.valueOf(file.getFileName());
    Hyperlink link = new Hyperlink(name);
    link.setOnAction(_ -> bench.open(file));
    link.setMinWidth(USE_PREF_SIZE);
    link.setAccessibleText(missing ? name + ", missing" : "Open " + name);
    Button forget = new Button("", new FontIcon(Material2AL.CLOSE));
    forget.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT, Styles.SMALL);
    Tooltips.on(forget, "Remove from this list");
    forget.setAccessibleText("Take " + name + " off this list");
    forget.setOnAction(_ -> bench.preferences().send(kept -> kept.forgetting(file)));
    HBox row = new HBox(link);
    if (missing) {
      Label gone = new Label("missing", new FontIcon(Material2AL.ERROR_OUTLINE));
      gone.getStyleClass().addAll("hs-missing", Styles.TEXT_SMALL);
      gone.setMinWidth(USE_PREF_SIZE);
      row.getChildren().add(gone);
    }
    Label folder = new Label(String.valueOf(file.getParent()));
    folder.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    Tooltips.on(folder, file.toString());
    row.getChildren().addAll(folder, forget);
    row.getStyleClass().add("hs-recent");
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }
}
