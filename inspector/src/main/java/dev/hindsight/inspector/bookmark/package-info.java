/// Places in a recording that somebody wants to find again: what one is, how it is found again in
/// another recording of the same, and the file beside the recording.
@NullMarked
package dev.hindsight.inspector.bookmark;

import org.jspecify.annotations.NullMarked;
