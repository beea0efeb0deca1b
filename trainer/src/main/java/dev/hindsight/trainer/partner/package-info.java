/// Populations of partners: policies for the agents that do not learn, one of which is drawn for
/// each episode and drives all of them through its trials.
@NullMarked
package dev.hindsight.trainer.partner;

import org.jspecify.annotations.NullMarked;
