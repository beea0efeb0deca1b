package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// A cell with a mean above its interval. FX thread.
///
/// @param <R> the rows
public final class IntervalCell<R> extends TableCell<R, Interval> {
  private final boolean unit;
  private final Label mean = new Label();
  private final Label ends = new Label();
  private final VBox box = new VBox(mean, ends);

  /// @param unit whether it shows scores, which are from 0 to 1, and not any numbers
  public IntervalCell(boolean unit) {
    this.unit = unit;
    box.setAlignment(Pos.CENTER_RIGHT);
    ends.getStyleClass().addAll(Styles.TEXT_SMALL, Styles.TEXT_MUTED);
    setAlignment(Pos.CENTER_RIGHT);
  }

  @Override
  protected void updateItem(@Nullable Interval interval, boolean empty) {
    super.updateItem(interval, empty);
    setText(null);
    if (empty || interval == null) {
      setGraphic(null);
      return;
    }
    if (Double.isNaN(interval.mean())) {
      mean.setText(NumberWords.NONE);
      ends.setText("");
      setGraphic(box);
      return;
    }
    mean.setText(words(interval.mean()));
    boolean none = Stream.of(interval.low(), interval.high()).anyMatch(end -> end.isNaN());
    ends.setText(
        none
            ? wording("IntervalCell.no_interval")
            : wording("IntervalCell.to", words(interval.low()), words(interval.high())));
    setGraphic(box);
  }

  private String words(double value) {
    return unit ? NumberWords.score(value) : NumberWords.decimals(value, 2);
  }
}
