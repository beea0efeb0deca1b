/// A recording as one HTML file that plays in a browser without a network: the marks of its scene,
/// tick by tick, its scores, events, bookmarks and stored attention, and the script that shows
/// them.
@NullMarked
package dev.hindsight.app.page;

import org.jspecify.annotations.NullMarked;
