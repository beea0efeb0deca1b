/// The extension point for panels, independent of any particular panel.
@NullMarked
package dev.hindsight.inspector.panel;

import org.jspecify.annotations.NullMarked;
