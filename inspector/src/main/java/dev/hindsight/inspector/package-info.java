/// Understanding a recording: one package an instrument, each an analysis beside its panel; the
/// list of panels is [dev.hindsight.inspector.BuiltInPanels].
@NullMarked
package dev.hindsight.inspector;

import org.jspecify.annotations.NullMarked;
