/// ZIP archives of stored members, so that each is a plain range of bytes that can be mapped into
/// memory: written as a stream, opened without reading the members, salvaged if cut off.
@NullMarked
package dev.hindsight.trainer.rollout.zip;

import org.jspecify.annotations.NullMarked;
