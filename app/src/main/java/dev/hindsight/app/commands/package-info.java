/// The commands of the window, each defined once: menus, buttons, keys, the palette and the
/// shortcut sheet are made from them.
@NullMarked
package dev.hindsight.app.commands;

import org.jspecify.annotations.NullMarked;
