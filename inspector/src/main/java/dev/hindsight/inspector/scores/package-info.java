/// How well each agent did in each trial: read from a recording once, checked against its summary,
/// averaged over episodes and recordings, and shown as a table and a chart.
@NullMarked
package dev.hindsight.inspector.scores;

import org.jspecify.annotations.NullMarked;
