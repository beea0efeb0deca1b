package dev.hindsight.app.foreign;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.foreign.LoggedBands;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Polyline;

/// Histograms over steps: nested bands between the quantiles, darker towards the median, which is a
/// line. FX thread.
final class BandPicture extends Region {
  private static final int BANDS = LoggedBands.SHARES.size() / 2;

  private final List<Polygon> areas = new ArrayList<>();
  private final Polyline median = new Polyline();
  private final Label top = new Label();
  private final Label bottom = new Label();
  private final Label first = new Label();
  private final Label last = new Label();
  private List<LoggedBands> shown = List.of();

  /// @param id of the picture
  BandPicture(String id) {
    setId(id);
    setMinSize(0, 0);
    for (int band = 0; band < BANDS; band++) {
      Polygon area = new Polygon();
      area.getStyleClass().add("hs-quantile-band");
      areas.add(area);
    }
    median.getStyleClass().add("hs-quantile-median");
    List<Label> labels = List.of(top, bottom, first, last);
    labels.forEach(label -> label.getStyleClass().add(Styles.TEXT_MUTED));
    getChildren().addAll(areas);
    getChildren().add(median);
    getChildren().addAll(labels);
  }

  /// Shows the histograms of one tag, in the order of their steps.
  void show(List<LoggedBands> bands) {
    shown = List.copyOf(bands);
    top.setText(number(most()));
    bottom.setText(number(least()));
    first.setText(wording("BandPicture.step", Long.toString(bands.getFirst().step())));
    last.setText(
        bands.size() == 1
            ? ""
            : wording("BandPicture.step", Long.toString(bands.getLast().step())));
    setAccessibleText(
        wording("BandPicture.bands_of_histograms", bands.size(), top.getText(), bottom.getText()));
    requestLayout();
  }

  private static String number(double value) {
    return NumberWords.significant(value, 3);
  }

  private double least() {
    return shown.stream().mapToDouble(each -> each.quantiles().getFirst()).min().orElse(0);
  }

  private double most() {
    return shown.stream().mapToDouble(each -> each.quantiles().getLast()).max().orElse(0);
  }

  @Override
  protected void layoutChildren() {
    List<Label> labels = List.of(top, bottom, first, last);
    labels.forEach(Label::autosize);
    double margin = 8;
    double left = Math.max(top.getWidth(), bottom.getWidth()) + margin;
    double height = getHeight() - first.getHeight() - margin;
    double width = getWidth() - left;
    if (shown.isEmpty() || width <= 0 || height <= 0) {
      return;
    }
    top.relocate(left - margin - top.getWidth(), 0);
    bottom.relocate(left - margin - bottom.getWidth(), height - bottom.getHeight());
    first.relocate(left, height + margin);
    last.relocate(getWidth() - last.getWidth(), height + margin);
    double[] across = across(left, width);
    double[][] down = down(height);
    for (int band = 0; band < BANDS; band++) {
      areas.get(band).getPoints().setAll(area(across, down[band], down[2 * BANDS - band]));
    }
    median.getPoints().setAll(line(across, down[BANDS]));
  }

  /// The place of each histogram; a single one is as wide as the picture.
  private double[] across(double left, double width) {
    if (shown.size() == 1) {
      return new double[] {left, left + width};
    }
    long from = shown.getFirst().step();
    long to = Math.max(from + 1, shown.getLast().step());
    return shown.stream()
        .mapToDouble(each -> left + width * ((double) (each.step() - from) / (to - from)))
        .toArray();
  }

  /// The place of each quantile of each histogram.
  private double[][] down(double height) {
    double least = least();
    double extent = most() - least;
    double[][] down = new double[LoggedBands.SHARES.size()][Math.max(2, shown.size())];
    for (int share = 0; share < down.length; share++) {
      for (int i = 0; i < down[share].length; i++) {
        double value = shown.get(Math.min(i, shown.size() - 1)).quantiles().get(share);
        down[share][i] = extent > 0 ? height * (1 - (value - least) / extent) : height / 2;
      }
    }
    return down;
  }

  private static List<Double> line(double[] across, double[] down) {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < across.length; i++) {
      points.add(across[i]);
      points.add(down[i]);
    }
    return points;
  }

  private static List<Double> area(double[] across, double[] low, double[] high) {
    List<Double> points = line(across, low);
    for (int i = across.length - 1; i >= 0; i--) {
      points.add(across[i]);
      points.add(high[i]);
    }
    return points;
  }
}
