/// The window: menus, tabs, the welcome page, notices and running jobs around what is open.
@NullMarked
package dev.hindsight.app.window;

import org.jspecify.annotations.NullMarked;
