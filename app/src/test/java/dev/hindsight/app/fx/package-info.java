/// Tests of the layer between the models and JavaFX, on the headless platform.
@NullMarked
package dev.hindsight.app.fx;

import org.jspecify.annotations.NullMarked;
