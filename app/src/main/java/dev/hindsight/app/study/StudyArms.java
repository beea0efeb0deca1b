package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingsText;
import dev.hindsight.trainer.study.plan.StudyDraft.ArmDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The arms of a study as a table to fill in: a name and the settings in which it differs, for
/// each. FX thread.
final class StudyArms extends VBox {
  private final Runnable changed;
  private final GridPane grid = new GridPane();
  private final List<ArmDraft> arms = new ArrayList<>();
  private final List<ArmRow> rows = new ArrayList<>();

  /// The fields of an arm.
  private record ArmRow(TextField name, TextField settings) {}

  /// @param changed runs after every change by the user
  StudyArms(Runnable changed) {
    super(8);
    this.changed = changed;
    grid.setHgap(8);
    grid.setVgap(6);
    ColumnConstraints names = new ColumnConstraints();
    names.setPercentWidth(30);
    ColumnConstraints settings = new ColumnConstraints();
    settings.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(names, settings);
    Button more = new Button(wording("StudyArms.add_an_arm"), new FontIcon(Material2AL.ADD));
    more.setId("study.arms.add");
    more.setOnAction(_ -> {
      arms.add(new ArmDraft("", ""));
      fill();
      changed.run();
      rows.getLast().name().requestFocus();
    });
    getChildren().addAll(StudyForm.heading(wording("StudyArms.arms")), grid, more);
  }

  /// Shows other arms.
  void show(List<ArmDraft> others) {
    arms.clear();
    arms.addAll(others);
    fill();
  }

  /// What the user has typed.
  List<ArmDraft> drafts() {
    return List.copyOf(arms);
  }

  /// All fields.
  List<Node> fields() {
    List<Node> all = new ArrayList<>();
    rows.forEach(row -> all.addAll(List.of(row.name(), row.settings())));
    return all;
  }

  /// The field that a problem is about.
  ///
  /// @param where the key of an arm or of its setting, or the place that a check of an arm names
  Optional<Node> field(String where) {
    for (int i = 0; i < arms.size(); i++) {
      String name = arms.get(i).name().strip();
      String key = "arms." + name;
      if (where.equals(key) && isSettings(arms.get(i).settings())) {
        return Optional.of(rows.get(i).name());
      }
      if (where.equals(key)
          || where.startsWith(key + ".")
          || where.startsWith(wording("StudyRun.arm", name, ""))) {
        return Optional.of(rows.get(i).settings());
      }
    }
    return Optional.empty();
  }

  private static boolean isSettings(String typed) {
    try {
      Map<String, String> _ = SettingsText.parse(typed, "");
      return true;
    } catch (Problem _) {
      return false;
    }
  }

  private void fill() {
    grid.getChildren().clear();
    rows.clear();
    grid.addRow(
        0, new Label(wording("StudyArms.name")), new Label(wording("StudyArms.differs_in")));
    for (int i = 0; i < arms.size(); i++) {
      int arm = i;
      TextField name = new TextField(arms.get(i).name());
      name.setId("study.arms." + i + ".name");
      name.setAccessibleText(wording("StudyArms.name_of_arm", i + 1));
      name.textProperty()
          .addListener((_, _, text) -> put(arm, new ArmDraft(text, arms.get(arm).settings())));
      TextField settings = new TextField(arms.get(i).settings());
      settings.setId("study.arms." + i + ".settings");
      settings.setPromptText(wording("StudyArms.nothing"));
      settings.setAccessibleText(wording("StudyArms.settings_of_arm", i + 1));
      settings
          .textProperty()
          .addListener((_, _, text) -> put(arm, new ArmDraft(arms.get(arm).name(), text)));
      Button remove = new Button(null, new FontIcon(Material2AL.DELETE));
      remove.setId("study.arms." + i + ".remove");
      remove.setAccessibleText(wording("StudyArms.remove_arm", i + 1));
      remove.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT);
      remove.setOnAction(_ -> {
        arms.remove(arm);
        fill();
        changed.run();
      });
      rows.add(new ArmRow(name, settings));
      grid.addRow(i + 1, name, settings, remove);
    }
  }

  private void put(int place, ArmDraft arm) {
    arms.set(place, arm);
    changed.run();
  }
}
