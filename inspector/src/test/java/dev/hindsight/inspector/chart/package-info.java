/// Tests of charts.
@NullMarked
package dev.hindsight.inspector.chart;

import org.jspecify.annotations.NullMarked;
