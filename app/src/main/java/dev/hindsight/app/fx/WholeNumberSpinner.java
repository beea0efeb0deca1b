package dev.hindsight.app.fx;

import java.math.BigInteger;
import javafx.scene.control.Spinner;
import javafx.scene.control.SpinnerValueFactory;
import javafx.util.StringConverter;

/// A field for a whole number between two bounds, with steps. What is typed counts on Enter, or
/// when the field loses the focus: a number beyond the bounds becomes the nearest one, and anything
/// else brings the last number back, where JavaFX's own field throws or holds null. FX thread.
public final class WholeNumberSpinner extends Spinner<Integer> {
  /// @param least the smallest allowed number
  /// @param most the largest allowed number; below `least`, only `least` is allowed
  /// @param first the number shown at first
  public WholeNumberSpinner(int least, int most, int first) {
    int bound = Math.max(least, most);
    var numbers = new SpinnerValueFactory.IntegerSpinnerValueFactory(least, bound, first);
    numbers.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(Integer number) {
            return number.toString();
          }

          @Override
          public Integer fromString(String typed) {
            Integer now = numbers.getValue();
            Integer next = read(typed.strip(), least, bound, now);
            if (next.equals(now)) {
              // The text changes by itself only with the number.
              getEditor().setText(toString(now));
            }
            return next;
          }
        });
    setValueFactory(numbers);
    setEditable(true);
  }

  private static Integer read(String typed, int least, int most, Integer otherwise) {
    return typed.matches("[+-]?[0-9]{1,40}")
        ? (Integer)
            new BigInteger(typed)
                .max(BigInteger.valueOf(least))
                .min(BigInteger.valueOf(most))
                .intValueExact()
        : otherwise;
  }
}
