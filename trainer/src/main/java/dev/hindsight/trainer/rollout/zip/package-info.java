/// ZIP archives whose members are all stored, so that each is a plain range of bytes that can be
/// mapped into memory: written as a stream, read without touching the members, salvaged when cut
/// off.
@NullMarked
package dev.hindsight.trainer.rollout.zip;

import org.jspecify.annotations.NullMarked;
