package dev.hindsight.app.training;

/// What an update has to say about one line of a chart.
///
/// @param line name of the line
/// @param value NaN where there was nothing to measure
/// @param remark for the legend, empty for none
record ChartValue(String line, double value, String remark) {
  ChartValue(String line, double value) {
    this(line, value, "");
  }
}
