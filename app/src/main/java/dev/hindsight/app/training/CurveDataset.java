package dev.hindsight.app.training;

import java.util.ArrayList;
import java.util.List;
import org.jfree.data.DomainOrder;
import org.jfree.data.xy.AbstractXYDataset;

/// Curves as JFreeChart reads them, thinned to the columns of the picture. One owner thread.
final class CurveDataset extends AbstractXYDataset {
  @java.io.Serial private static final long serialVersionUID = 1;

  private transient List<String> keys = List.of();
  private transient List<double[][]> series = List.of();

  /// Takes on the curves as they are now.
  ///
  /// @param columns that the picture is wide
  void show(List<ChartCurve> curves, int columns) {
    List<String> names = new ArrayList<>();
    List<double[][]> points = new ArrayList<>();
    for (ChartCurve chartCurve : curves) {
      names.add(chartCurve.legend());
      points.add(chartCurve.envelope(Math.max(1, columns)));
    }
    keys = names;
    series = points;
    fireDatasetChanged();
  }

  @Override
  public DomainOrder getDomainOrder() {
    return DomainOrder.ASCENDING;
  }

  @Override
  public int getSeriesCount() {
    return series.size();
  }

  @Override
  public Comparable<?> getSeriesKey(int number) {
    return keys.get(number);
  }

  @Override
  public int indexOf(@SuppressWarnings("rawtypes") Comparable key) {
    return keys.indexOf(String.valueOf(key));
  }

  @Override
  public int getItemCount(int number) {
    return series.get(number)[0].length;
  }

  @Override
  public Number getX(int number, int item) {
    return getXValue(number, item);
  }

  @Override
  public double getXValue(int number, int item) {
    return series.get(number)[0][item];
  }

  @Override
  public Number getY(int number, int item) {
    return getYValue(number, item);
  }

  @Override
  public double getYValue(int number, int item) {
    return series.get(number)[1][item];
  }
}
