/// A world that exists for tests: couriers whose environment declares ten events, eight of which no
/// other environment has.
@NullMarked
package dev.hindsight.trainer.env.courier;

import org.jspecify.annotations.NullMarked;
