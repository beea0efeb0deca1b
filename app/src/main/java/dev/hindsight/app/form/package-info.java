/// Parts shared by forms: a sheet of knobs, and a choice between built-in items and files.
@NullMarked
package dev.hindsight.app.form;

import org.jspecify.annotations.NullMarked;
