/// What a policy would have output and done with less attention: something switched off at a tick,
/// and the credit of every earlier moment.
@NullMarked
package dev.hindsight.inspector.counterfactual;

import org.jspecify.annotations.NullMarked;
