package dev.hindsight.app.form;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.control.ToolBar;
import javafx.scene.control.Tooltip;
import org.controlsfx.control.PropertySheet;
import org.controlsfx.property.editor.Editors;
import org.controlsfx.property.editor.PropertyEditor;

/// All knobs of an environment or of a way to train, to search in and turn. FX thread.
public final class KnobSheet {
  private KnobSheet() {}

  /// @param without knobs that the form has fields of its own for
  /// @param texts what knobs are set to that are not at their defaults
  /// @param listener is told a knob's name and its new text
  public static PropertySheet of(
      Settings settings,
      Set<String> without,
      Map<String, String> texts,
      BiConsumer<String, String> listener) {
    List<PropertySheet.Item> items =
        settings.all().stream()
            .filter(setting -> !without.contains(setting.name()))
            .<PropertySheet.Item>map(setting ->
                new KnobItem(
                    setting,
                    texts.getOrDefault(setting.name(), setting.defaultText()),
                    text -> listener.accept(setting.name(), text)))
            .toList();
    PropertySheet sheet = new PropertySheet(FXCollections.observableArrayList(items));
    sheet.setId("knobs");
    sheet.setMode(PropertySheet.Mode.NAME);
    sheet.setModeSwitcherVisible(false);
    sheet.setSearchBoxVisible(true);
    sheet.setPropertyEditorFactory(KnobSheet::editor);
    // What is in it takes the keyboard, not the sheet and the bar around its search field.
    sheet.setFocusTraversable(false);
    sheet.skinProperty().subscribe(_ -> name(sheet));
    return sheet;
  }

  /// The skin makes the search field, and gives it no name.
  private static void name(PropertySheet sheet) {
    if (sheet.lookup(".tool-bar") instanceof ToolBar bar) {
      bar.setFocusTraversable(false);
      bar.getItems().stream()
          .filter(TextField.class::isInstance)
          .forEach(field -> field.setAccessibleText("Search settings"));
    }
  }

  private static PropertyEditor<?> editor(PropertySheet.Item item) {
    Setting setting = ((KnobItem) item).setting();
    PropertyEditor<?> editor =
        switch (setting) {
          case Setting.Flag _ -> Editors.createCheckEditor(item);
          case Setting.Choice choice -> Editors.createChoiceEditor(item, choice.choices());
          case Setting.Whole _, Setting.Real _ -> checked(setting, Editors.createTextEditor(item));
        };
    editor.getEditor().setAccessibleText(setting.name().replace('_', ' '));
    return editor;
  }

  /// A number that will not do is marked, and says why, where it is typed.
  private static PropertyEditor<?> checked(Setting setting, PropertyEditor<?> editor) {
    Node node = editor.getEditor();
    if (node instanceof TextField field) {
      field.setId("knob." + setting.name());
      field
          .textProperty()
          .subscribe(text -> {
            Optional<String> wrong = wrong(setting, text);
            field.pseudoClassStateChanged(Styles.STATE_DANGER, wrong.isPresent());
            field.setTooltip(wrong.map(Tooltip::new).orElse(null));
          });
    }
    return editor;
  }

  private static Optional<String> wrong(Setting setting, String text) {
    try {
      new Settings(List.of(setting)).parse(Map.of(setting.name(), text), "");
      return Optional.empty();
    } catch (Problem problem) {
      return Optional.of(problem.what() + " - " + problem.remedy());
    }
  }

  /// One knob as the property sheet sees it: its value is what the user typed. FX thread.
  private static final class KnobItem implements PropertySheet.Item {
    private final Setting setting;
    private final SimpleObjectProperty<Object> value;

    /// @param turned is told the text of every new value
    KnobItem(Setting setting, String text, Consumer<String> turned) {
      this.setting = setting;
      this.value = new SimpleObjectProperty<>(typed(setting, text));
      value.addListener((_, _, now) -> turned.accept(String.valueOf(now)));
    }

    Setting setting() {
      return setting;
    }

    @Override
    public Class<?> getType() {
      return value.get().getClass();
    }

    /// The words of its name that come first: `reward`, `goal`, `collision`.
    @Override
    public String getCategory() {
      String first = setting.name().split("_", 2)[0];
      return first.substring(0, 1).toUpperCase(Locale.ROOT) + first.substring(1);
    }

    @Override
    public String getName() {
      return setting.name();
    }

    @Override
    public String getDescription() {
      String range =
          switch (setting) {
            case Setting.Whole s -> s.min() + " to " + s.max() + " " + s.unit();
            case Setting.Real s -> s.min() + " to " + s.max() + " " + s.unit();
            case Setting.Flag _ -> "on or off";
            case Setting.Choice s -> String.join(", ", s.choices());
          };
      return setting.doc() + "\n" + range + "; default " + setting.defaultText();
    }

    @Override
    public Object getValue() {
      return value.get();
    }

    @Override
    public void setValue(Object next) {
      value.set(next);
    }

    @Override
    public Optional<ObservableValue<? extends Object>> getObservableValue() {
      return Optional.of(value);
    }

    /// Numbers stay as typed, so that what is half typed or out of range can be told instead of
    /// being swallowed.
    private static Object typed(Setting setting, String text) {
      return setting instanceof Setting.Flag ? (Object) Boolean.valueOf(text) : text;
    }
  }
}
