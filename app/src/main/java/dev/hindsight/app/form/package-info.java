/// Parts that several forms are made of: a sheet of knobs, and a choice between shipped things and
/// files.
@NullMarked
package dev.hindsight.app.form;

import org.jspecify.annotations.NullMarked;
