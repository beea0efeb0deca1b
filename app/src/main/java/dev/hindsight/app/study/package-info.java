/// Studies as the command line runs them: trains what is missing, resumes what was interrupted,
/// evaluates every run, and writes the report.
@NullMarked
package dev.hindsight.app.study;

import org.jspecify.annotations.NullMarked;
