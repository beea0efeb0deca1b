package dev.hindsight.app.training;

/// The value of an update in one curve of a chart.
///
/// @param line name of the curve
/// @param value NaN if there was nothing to measure
/// @param remark for the legend, empty if none
record ChartValue(String line, double value, String remark) {
  ChartValue(String line, double value) {
    this(line, value, "");
  }
}
