/// What a policy with memory attended to, tick by tick: values independent of any network library,
/// and the interface that opens a network to compute them.
@NullMarked
package dev.hindsight.trainer.attention;

import org.jspecify.annotations.NullMarked;
