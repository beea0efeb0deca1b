package dev.hindsight.app.draft;

import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import javafx.collections.FXCollections;
import org.controlsfx.control.PropertySheet;
import org.controlsfx.property.editor.Editors;
import org.controlsfx.property.editor.PropertyEditor;

/// All knobs of an environment, to search in and turn. FX thread.
final class KnobSheet {
  private KnobSheet() {}

  /// @param without knobs that the form has fields of its own for
  /// @param turned knobs that were turned already, as typed
  /// @param listener is told a knob's name and its new text
  static PropertySheet of(
      Settings settings,
      Set<String> without,
      Map<String, String> turned,
      BiConsumer<String, String> listener) {
    List<PropertySheet.Item> items =
        settings.all().stream()
            .filter(setting -> !without.contains(setting.name()))
            .<PropertySheet.Item>map(setting ->
                new KnobItem(
                    setting,
                    turned.getOrDefault(setting.name(), setting.defaultText()),
                    text -> listener.accept(setting.name(), text)))
            .toList();
    PropertySheet sheet = new PropertySheet(FXCollections.observableArrayList(items));
    sheet.setId("knobs");
    sheet.setMode(PropertySheet.Mode.NAME);
    sheet.setModeSwitcherVisible(false);
    sheet.setSearchBoxVisible(true);
    sheet.setPropertyEditorFactory(KnobSheet::editor);
    return sheet;
  }

  private static PropertyEditor<?> editor(PropertySheet.Item item) {
    return switch (((KnobItem) item).setting()) {
      case Setting.Flag _ -> Editors.createCheckEditor(item);
      case Setting.Choice choice -> Editors.createChoiceEditor(item, choice.choices());
      case Setting.Whole _, Setting.Real _ -> Editors.createTextEditor(item);
    };
  }
}
