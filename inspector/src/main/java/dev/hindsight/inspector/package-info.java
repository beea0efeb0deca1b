/// Analysis of recordings: one package per instrument, each with an analysis and its panel; the
/// list of panels is [dev.hindsight.inspector.BuiltInPanels].
@NullMarked
package dev.hindsight.inspector;

import org.jspecify.annotations.NullMarked;
