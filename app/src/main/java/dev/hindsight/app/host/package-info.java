/// Where the window and a panel meet: what the panel asks for, when it is shown what, and what is
/// left of one that fails.
@NullMarked
package dev.hindsight.app.host;

import org.jspecify.annotations.NullMarked;
