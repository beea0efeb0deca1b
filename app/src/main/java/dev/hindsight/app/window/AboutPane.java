package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.trainer.gpu.EngineChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Shows the version, the platform, and the licences. FX thread.
final class AboutPane extends VBox {
  /// @param close puts the dialog away
  AboutPane(WindowContext window, Runnable close) {
    setId("about");
    getStyleClass().add("hs-dialog");
    setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    Label title = new Label(wording("AboutPane.hindsight", version()));
    title.getStyleClass().add(Styles.TITLE_4);
    GridPane facts = new GridPane(18, 5);
    facts()
        .forEach(fact ->
            facts.addRow(facts.getRowCount(), muted(fact.getKey()), new Label(fact.getValue())));
    Button copy = new Button(wording("AboutPane.copy"));
    copy.setId("about.copy");
    copy.setOnAction(_ -> SystemClipboard.copy(text()));
    Button licences = new Button(wording("AboutPane.licences"));
    licences.setId("about.licences");
    licences.setOnAction(
        _ -> ProgramFiles.licences(window, file -> ResultFile.launch(window, file)));
    Button ok = new Button(wording("AboutPane.close"));
    ok.setId("about.close");
    ok.setDefaultButton(true);
    ok.setOnAction(_ -> close.run());
    HBox buttons = new HBox(ok, copy, licences);
    buttons.getStyleClass().add("hs-buttons");
    getChildren().addAll(title, facts, buttons);
  }

  private static Label muted(String words) {
    Label label = new Label(words);
    label.getStyleClass().add(Styles.TEXT_MUTED);
    return label;
  }

  private static String text() {
    return facts().stream()
        .map(fact -> "\n" + fact.getKey() + ": " + fact.getValue())
        .collect(Collectors.joining("", wording("AboutPane.hindsight_2", version()), ""));
  }

  private static List<Map.Entry<String, String>> facts() {
    return List.of(
        Map.entry("Java", Runtime.version() + ", " + System.getProperty("java.vendor")),
        Map.entry("JavaFX", System.getProperty("javafx.runtime.version", "unknown")),
        Map.entry(
            "Engine", wording("AboutPane.pytorch_through_djl", EngineChoice.shippedVersion())),
        Map.entry(
            "System",
            System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + ", "
                + System.getProperty("os.arch")),
        Map.entry("Licence", wording("AboutPane.apache_2_0_licences_lists_what")));
  }

  /// The version from the jar's manifest.
  private static String version() {
    return Optional.ofNullable(AboutPane.class.getPackage().getImplementationVersion())
        .orElse("(development)");
  }
}
