package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.control.ToolBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.controlsfx.control.PropertySheet;
import org.controlsfx.property.editor.Editors;
import org.controlsfx.property.editor.PropertyEditor;

/// A searchable sheet of all knobs of an environment or an algorithm. FX thread.
public final class KnobSheet {
  private KnobSheet() {}

  /// @param without knobs that have fields of their own in the form
  /// @param texts values of the knobs that differ from their defaults
  /// @param listener receives a knob's name and its new text
  public static PropertySheet of(
      Settings settings,
      Set<String> without,
      Map<String, String> texts,
      BiConsumer<String, String> listener) {
    return of(
        settings, without, texts, Map.of(), new SimpleObjectProperty<>(Optional.empty()), listener);
  }

  /// As [#of(Settings, Set, Map, BiConsumer)].
  ///
  /// @param files asks for a file, for each knob whose value is one
  /// @param refused what is wrong with the values together; the knobs that it names are marked
  public static PropertySheet of(
      Settings settings,
      Set<String> without,
      Map<String, String> texts,
      Map<String, Supplier<Optional<Path>>> files,
      ObservableValue<Optional<Problem>> refused,
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
    sheet.setPropertyEditorFactory(item -> {
      PropertyEditor<?> editor = editor(item, refused);
      Supplier<Optional<Path>> browse = files.get(item.getName());
      return browse == null ? editor : new FileEditor(item, editor.getEditor(), browse);
    });
    // The items take the keyboard focus, not the sheet or the bar around its search field.
    sheet.setFocusTraversable(false);
    sheet.skinProperty().subscribe(_ -> name(sheet));
    return sheet;
  }

  /// Names the search field, which the skin creates without a name.
  private static void name(PropertySheet sheet) {
    if (sheet.lookup(".tool-bar") instanceof ToolBar bar) {
      bar.setFocusTraversable(false);
      bar.getItems().stream()
          .filter(TextField.class::isInstance)
          .forEach(field -> field.setAccessibleText(wording("KnobSheet.search_settings")));
    }
  }

  private static PropertyEditor<?> editor(
      PropertySheet.Item item, ObservableValue<Optional<Problem>> refused) {
    Setting setting = ((KnobItem) item).setting();
    PropertyEditor<?> editor =
        switch (setting) {
          case Setting.Flag _ -> Editors.createCheckEditor(item);
          case Setting.Choice choice -> Editors.createChoiceEditor(item, choice.choices());
          case Setting.Whole _, Setting.Real _, Setting.Text _ ->
              checked(setting, Editors.createTextEditor(item), refused);
        };
    editor.getEditor().setAccessibleText(setting.name().replace('_', ' '));
    return editor;
  }

  /// A text field with a button that asks for a file. FX thread.
  private static final class FileEditor implements PropertyEditor<Object> {
    private final PropertySheet.Item item;
    private final HBox row;

    FileEditor(PropertySheet.Item item, Node field, Supplier<Optional<Path>> browse) {
      this.item = item;
      Button button = new Button(wording("KnobSheet.browse"));
      button.setId("knob." + item.getName() + ".browse");
      button.setAccessibleText(wording("KnobSheet.browse_for", item.getName().replace('_', ' ')));
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setOnAction(_ -> browse.get().map(Path::toString).ifPresent(item::setValue));
      HBox.setHgrow(field, Priority.ALWAYS);
      row = new HBox(6, field, button);
    }

    @Override
    public Node getEditor() {
      return row;
    }

    @Override
    public Object getValue() {
      return item.getValue();
    }

    @Override
    public void setValue(Object value) {
      item.setValue(value);
    }
  }

  /// Marks invalid numbers while the user types, and says what is wrong.
  private static PropertyEditor<?> checked(
      Setting setting, PropertyEditor<?> editor, ObservableValue<Optional<Problem>> refused) {
    Node node = editor.getEditor();
    if (node instanceof TextField field) {
      field.setId("knob." + setting.name());
      Runnable mark =
          () -> {
            Optional<String> wrong =
                wrong(setting, field.getText())
                    .or(() ->
                        refused
                            .getValue()
                            .filter(problem -> names(problem, setting))
                            .map(KnobSheet::words));
            field.pseudoClassStateChanged(Styles.STATE_DANGER, wrong.isPresent());
            field.setTooltip(wrong.map(Tooltip::new).orElse(null));
          };
      refused.subscribe(mark);
      field.textProperty().subscribe(mark);
      mark.run();
    }
    return editor;
  }

  private static Optional<String> wrong(Setting setting, String text) {
    try {
      new Settings(List.of(setting)).parse(Map.of(setting.name(), text), "");
      return Optional.empty();
    } catch (Problem problem) {
      return Optional.of(words(problem));
    }
  }

  private static String words(Problem problem) {
    return problem.what() + " - " + problem.remedy();
  }

  /// Whether a problem is about a setting, among others perhaps: `ppo.hidden_size`, `a, b`, `a=3`.
  private static boolean names(Problem problem, Setting setting) {
    return Stream.of(problem.where().split("[\\s,=]+"))
        .map(word -> word.substring(word.lastIndexOf('.') + 1))
        .anyMatch(setting.name()::equals);
  }

  /// A knob as an item of the property sheet: its value is what the user typed. FX thread.
  private static final class KnobItem implements PropertySheet.Item {
    private final Setting setting;
    private final SimpleObjectProperty<Object> value;

    /// @param turned receives the text of every new value
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

    /// The first word of its name: `reward`, `goal`, `collision`.
    @Override
    public String getCategory() {
      return Sentences.capitalised(setting.name().split("_", 2)[0]);
    }

    @Override
    public String getName() {
      return setting.name();
    }

    @Override
    public String getDescription() {
      String range =
          switch (setting) {
            case Setting.Whole s -> wording("KnobSheet.to", s.min(), s.max(), s.unit());
            case Setting.Real s -> wording("KnobSheet.to", s.min(), s.max(), s.unit());
            case Setting.Flag _ -> wording("KnobSheet.on_or_off");
            case Setting.Choice s -> String.join(", ", s.choices());
            case Setting.Text _ -> wording("KnobSheet.a_text");
          };
      return wording("KnobSheet.default", setting.doc(), range, setting.defaultText());
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

    /// Keeps numbers as typed, so that incomplete or out-of-range input is reported instead of
    /// lost.
    private static Object typed(Setting setting, String text) {
      return setting instanceof Setting.Flag ? (Object) Boolean.valueOf(text) : text;
    }
  }
}
