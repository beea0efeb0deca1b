/// Every environment told agent by agent, as other multi-agent libraries exchange steps, so that a
/// test can hold it to their rules: an agent that ended stays away, `__all__` comes in time.
/// Nothing that ships exchanges steps yet, so this lies with the tests; agents that train as a
/// group will need [AgentGroups].
@NullMarked
package dev.hindsight.trainer.env.multi;

import org.jspecify.annotations.NullMarked;
