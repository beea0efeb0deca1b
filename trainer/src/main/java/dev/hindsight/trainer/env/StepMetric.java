package dev.hindsight.trainer.env;

import java.util.Optional;

/// How training publishes a [StepFigure] under a name of its own, beside its mean.
///
/// @param name in metrics files and charts: `behavior/dig_success_rate`
/// @param denominator the figure whose sum divides this one's; empty for a mean over live ticks. If
///   that sum is 0, there is no number
public record StepMetric(String name, Optional<String> denominator) {}
