/// Runs environments agent by agent, as other multi-agent libraries exchange steps, so that tests
/// can check their rules: an agent that ended stays away, `__all__` comes in time. Hindsight itself
/// does not exchange steps yet, so this package is among the tests; agents that train as a group
/// will need [AgentGroups].
@NullMarked
package dev.hindsight.trainer.env.multi;

import org.jspecify.annotations.NullMarked;
