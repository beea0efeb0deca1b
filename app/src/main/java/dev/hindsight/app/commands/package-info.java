/// Everything the user can tell the window to do, once: menus, buttons, keys, the palette and the
/// help sheet are made from it.
@NullMarked
package dev.hindsight.app.commands;

import org.jspecify.annotations.NullMarked;
