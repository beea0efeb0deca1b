package dev.hindsight.app.form;

import dev.hindsight.trainer.env.Setting;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import org.controlsfx.control.PropertySheet;

/// One knob as the property sheet sees it: its value is what the user typed. FX thread.
final class KnobItem implements PropertySheet.Item {
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

  /// Numbers stay as typed, so that what is half typed or out of range can be told instead of being
  /// swallowed.
  private static Object typed(Setting setting, String text) {
    return setting instanceof Setting.Flag ? (Object) Boolean.valueOf(text) : text;
  }
}
