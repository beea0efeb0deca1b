/// Studies as the command line and the window run them: trains what is missing, resumes what was
/// interrupted, evaluates every run, and writes the report; the tab that sets a study up and shows
/// it.
@NullMarked
package dev.hindsight.app.study;

import org.jspecify.annotations.NullMarked;
