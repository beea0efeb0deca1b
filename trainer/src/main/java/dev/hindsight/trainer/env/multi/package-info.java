/// Many agents told of one by one: results keyed by agent, as other multi-agent libraries exchange
/// them, with the rules they are easily broken by held by types.
@NullMarked
package dev.hindsight.trainer.env.multi;

import org.jspecify.annotations.NullMarked;
