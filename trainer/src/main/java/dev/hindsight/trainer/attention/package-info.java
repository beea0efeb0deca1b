/// What a policy with memory looked back at, tick by tick: values that know no network library, and
/// the interface a network is opened through to tell them.
@NullMarked
package dev.hindsight.trainer.attention;

import org.jspecify.annotations.NullMarked;
