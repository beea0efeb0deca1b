/// Metrics that other programs logged: event files of TensorBoard, CSV of Stable-Baselines3 and
/// others, JSON lines; the only package that uses FastCSV.
@NullMarked
package dev.hindsight.trainer.run.foreign;

import org.jspecify.annotations.NullMarked;
