/// What a policy would have said and done with less attention: something switched off at a tick,
/// and what every earlier moment was worth to it.
@NullMarked
package dev.hindsight.inspector.counterfactual;

import org.jspecify.annotations.NullMarked;
